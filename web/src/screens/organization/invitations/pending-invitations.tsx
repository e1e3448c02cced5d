import { copyText } from "../../../base/ui/clipboard.ts";
import { useEffect } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Skeleton } from "../../../base/ui/empty-state.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Part, Quiet } from "../../../base/ui/page.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { shortly } from "../../../base/words/en/times.ts";

const said = words.invitations;

const askInvites = async (call: Call) => call("GET", "/invites");

type Invite = Extract<Awaited<ReturnType<typeof askInvites>>, { result: "success" }>["invites"][number];

/** Who was asked to join and has not yet come, and the links that are good. */
export function PendingInvitations() {
  const { onEvents } = useClient();
  const { answer, problem, again } = useAnswer(askInvites);
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some(({ type }) => type === "invites_changed")) again();
      }),
    [onEvents, again],
  );
  return (
    <Part title={said.pending}>
      {problem !== null && <Quiet>{problem}</Quiet>}
      {!answer && problem === null && <Skeleton />}
      {answer?.invites.length === 0 && <Quiet>{said.none}</Quiet>}
      <Lines>
        {answer?.invites.map((invite) => (
          <InviteLine key={`${invite.is_multiuse} ${invite.id}`} invite={invite} onChange={again} />
        ))}
      </Lines>
    </Part>
  );
}

function InviteLine({ invite, onChange }: { invite: Invite; onChange: () => void }) {
  const { id, email, link_url, is_multiuse, invited_as, invited_by_user_id, expiry_date } = invite;
  const inviter = useKnown((state) => peopleById(state).get(invited_by_user_id)?.full_name ?? "");
  const now = useNow();
  const isTwentyFour = useKnown((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const { isActing, act } = useAct();
  const revoke = async () => {
    const isDone = await act((call) =>
      is_multiuse ? call("DELETE", `/invites/multiuse/${id}`, {}) : call("DELETE", `/invites/${id}`, {}),
    );
    if (isDone) onChange();
  };
  const resend = async () => {
    if (await act((call) => call("POST", `/invites/${id}/resend`, {}))) say({ text: words.pages.inviteSent });
  };
  const copy = async () => {
    await copyText(link_url ?? "");
    say({ text: words.message.copied });
  };
  const note = [
    words.pages.roles[invited_as] ?? "",
    said.by(inviter),
    expiry_date === null ? said.forEver : said.until(shortly(expiry_date * 1000, now, isTwentyFour)),
  ];
  return (
    <LineItem
      title={is_multiuse ? said.link : (email ?? "")}
      note={note.join(" · ")}
      isNoteWhole
      end={
        <>
          {!is_multiuse && (
            <Button isDisabled={isActing} onPress={() => void resend()}>
              {said.resend}
            </Button>
          )}
          {link_url !== undefined && <Button onPress={() => void copy()}>{said.copyLink}</Button>}
          <Button look="danger" isDisabled={isActing} onPress={() => void revoke()}>
            {said.revoke}
          </Button>
        </>
      }
    />
  );
}
