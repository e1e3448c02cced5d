import { copyText } from "../../../base/ui/clipboard.ts";
import { useState } from "react";
import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Choice, Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Page, Part, Problem, Quiet, Row } from "../../../base/ui/page.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { mayAs } from "../../../client/replica/selectors/permissions.ts";
import { Several } from "../../../base/ui/forms/multi-select-field.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { invitableChannels, invitableGroups, isSameList } from "./invitation-options.ts";
import { PendingInvitations } from "./pending-invitations.tsx";
import { roleOptions } from "../users/role-options.ts";

const said = words.invitations;

const DAY_MINUTES = 24 * 60;

/** How long an invitation is good, in minutes; 0: as long as nobody takes it back. */
const lifetimes = [
  { value: DAY_MINUTES, text: said.days(1) },
  { value: 10 * DAY_MINUTES, text: said.days(10) },
  { value: 30 * DAY_MINUTES, text: said.days(30) },
  { value: 0, text: said.forEver },
];

/** Asks people to join, and shows who was asked. */
export function Invitations() {
  const mayWrite = useKnown((state) => mayAs(state, state.realm_can_invite_users_group));
  const mayLink = useKnown((state) => mayAs(state, state.realm_create_multiuse_invite_group));
  const isGuest = useKnown((state) => state.is_guest ?? false);
  return (
    <Page>
      <Part title={words.pages.inviteTitle}>
        {mayWrite || mayLink ? <Invite mayWrite={mayWrite} mayLink={mayLink} /> : <Quiet>{said.notYou}</Quiet>}
      </Part>
      {/* The server refuses the list to guests. */}
      {!isGuest && <PendingInvitations />}
    </Page>
  );
}

interface Draft {
  readonly emails: string;
  readonly role: Role;
  /** 0: as long as nobody takes it back. */
  readonly minutes: number;
  readonly hasDefaults: boolean;
  readonly channels: readonly number[];
  readonly groups: readonly number[];
  readonly isTold: boolean;
}

const first: Draft = {
  emails: "",
  role: roles.member,
  minutes: 10 * DAY_MINUTES,
  hasDefaults: true,
  channels: [],
  groups: [],
  isTold: true,
};

interface PartProps {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
}

function Invite({ mayWrite, mayLink }: { mayWrite: boolean; mayLink: boolean }) {
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const { isActing, send, link } = useInviting(draft);
  const set = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const ask = async () => {
    const wrong = await send();
    if (wrong === null) set({ emails: "" });
    setProblem(wrong);
  };
  return (
    <>
      {mayWrite && (
        <Field
          label={words.pages.inviteEmails}
          hint={words.pages.inviteEmailsHint}
          rows={3}
          value={draft.emails}
          problem={problem}
          onChange={(emails) => set({ emails })}
        />
      )}
      <Quiet>{words.pages.inviteLetters}</Quiet>
      <As draft={draft} set={set} />
      <Into draft={draft} set={set} />
      <Row>
        {mayWrite && (
          <Button look="primary" isDisabled={draft.emails.trim() === "" || isActing} onPress={() => void ask()}>
            {words.pages.inviteSend}
          </Button>
        )}
        {mayLink && (
          <Button isDisabled={isActing} onPress={() => void link().then(setProblem)}>
            {said.makeLink}
          </Button>
        )}
      </Row>
      {!mayWrite && problem !== null && <Problem>{problem}</Problem>}
    </>
  );
}

function As({ draft, set }: PartProps) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const isOwner = useKnown((state) => state.is_owner ?? false);
  const highest = isOwner ? roles.owner : isAdministrator ? roles.administrator : roles.member;
  return (
    <>
      <Row>
        <Choice
          label={said.as}
          options={roleOptions.filter(({ value }) => value >= highest)}
          value={draft.role}
          onChange={(role) => set({ role })}
        />
        <Choice label={said.good} options={lifetimes} value={draft.minutes} onChange={(minutes) => set({ minutes })} />
      </Row>
      <Tick isSelected={draft.isTold} onChange={(isTold) => set({ isTold })}>
        {said.tellMe}
      </Tick>
    </>
  );
}

/** The channels and groups in which they find themselves. */
function Into({ draft, set }: PartProps) {
  const channels = useKnown((state) => invitableChannels(state), isSameList);
  const groups = useKnown((state) => invitableGroups(state), isSameList);
  return (
    <>
      <Tick isSelected={draft.hasDefaults} onChange={(hasDefaults) => set({ hasDefaults })}>
        {said.defaults}
      </Tick>
      <Several
        label={said.channels}
        options={channels}
        chosen={draft.channels}
        onChange={(chosen) => set({ channels: chosen })}
      />
      {groups.length > 0 && (
        <Several
          label={said.groups}
          options={groups}
          chosen={draft.groups}
          onChange={(chosen) => set({ groups: chosen })}
        />
      )}
    </>
  );
}

/** The ways to invite: by letters, and by a link that is copied at once. Each gives what the server has against it. */
function useInviting(draft: Draft) {
  const { isActing, attempt } = useAct();
  const common = {
    stream_ids: [...draft.channels],
    group_ids: [...draft.groups],
    include_realm_default_subscriptions: draft.hasDefaults,
    invite_as: draft.role,
    invite_expires_in_minutes: draft.minutes === 0 ? null : draft.minutes,
  };
  const send = async (): Promise<string | null> => {
    const parameters = { ...common, notify_referrer_on_join: draft.isTold, invitee_emails: draft.emails };
    const outcome = await attempt((call) => call("POST", "/invites", parameters));
    if (!outcome.done) return outcome.message;
    say({ text: words.pages.inviteSent });
    return null;
  };
  const link = async (): Promise<string | null> => {
    let made = "";
    const outcome = await attempt(async (call) => {
      const answer = await call("POST", "/invites/multiuse", common);
      if (answer.result === "success") made = answer.invite_link;
      return answer;
    });
    if (!outcome.done) return outcome.message;
    await copyText(made);
    say({ text: said.linkMade });
    return null;
  };
  return { isActing, send, link };
}
