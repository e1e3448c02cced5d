import { copyText } from "../../../base/ui/clipboard.ts";
import { useEffect } from "react";
import type { Call } from "@parlance/client";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Skeleton } from "../../../base/ui/empty-state.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { PageSection, SecondaryText } from "../../../base/ui/page.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useQuery } from "../../../hooks/use-query.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { shortly } from "../../../base/words/en/times.ts";

const strings = words.invitations;

const fetchInvitations = async (call: Call) => call("GET", "/invites");

type Invitation = Extract<Awaited<ReturnType<typeof fetchInvitations>>, { result: "success" }>["invites"][number];

/** List of the invitations that have not been accepted yet, and of the invitation links that are valid. */
export function PendingInvitations() {
  const { onEvents } = useClient();
  const { data, error, refetch } = useQuery(fetchInvitations);
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some(({ type }) => type === "invites_changed")) refetch();
      }),
    [onEvents, refetch],
  );
  return (
    <PageSection title={strings.pending}>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {!data && error === null && <Skeleton />}
      {data?.invites.length === 0 && <SecondaryText>{strings.none}</SecondaryText>}
      <ItemList>
        {data?.invites.map((invite) => (
          <InvitationRow key={`${invite.is_multiuse} ${invite.id}`} invite={invite} onChange={refetch} />
        ))}
      </ItemList>
    </PageSection>
  );
}

function InvitationRow({ invite, onChange }: { invite: Invitation; onChange: () => void }) {
  const { id, email, link_url, is_multiuse, invited_as, invited_by_user_id, expiry_date } = invite;
  const inviter = useClientState((state) => peopleById(state).get(invited_by_user_id)?.full_name ?? "");
  const now = useNow();
  const isTwentyFour = useClientState((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const { isActing, act } = useAction();
  const revoke = async () => {
    const isDone = await act((call) =>
      is_multiuse ? call("DELETE", `/invites/multiuse/${id}`, {}) : call("DELETE", `/invites/${id}`, {}),
    );
    if (isDone) onChange();
  };
  const resend = async () => {
    if (await act((call) => call("POST", `/invites/${id}/resend`, {}))) showToast({ text: words.pages.inviteSent });
  };
  const copy = async () => {
    await copyText(link_url ?? "");
    showToast({ text: words.message.copied });
  };
  const note = [
    words.pages.roles[invited_as] ?? "",
    strings.by(inviter),
    expiry_date === null ? strings.forEver : strings.until(shortly(expiry_date * 1000, now, isTwentyFour)),
  ];
  return (
    <ItemRow
      title={is_multiuse ? strings.link : (email ?? "")}
      note={note.join(" · ")}
      wrapsNote
      end={
        <>
          {!is_multiuse && (
            <Button isDisabled={isActing} onPress={() => void resend()}>
              {strings.resend}
            </Button>
          )}
          {link_url !== undefined && <Button onPress={() => void copy()}>{strings.copyLink}</Button>}
          <Button variant="danger" isDisabled={isActing} onPress={() => void revoke()}>
            {strings.revoke}
          </Button>
        </>
      }
    />
  );
}
