import { copyText } from "../../../base/ui/clipboard.ts";
import { useState } from "react";
import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { SelectField, CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Page, PageSection, ErrorText, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { MultiSelectField } from "../../../base/ui/forms/multi-select-field.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { invitableChannels, invitableGroups, isSameOptions } from "./invitation-options.ts";
import { PendingInvitations } from "./pending-invitations.tsx";
import { roleOptions } from "../users/role-options.ts";
import { hasRealmPermission } from "../../../client/replica/selectors/permissions.ts";

const strings = words.invitations;

const DAY_MINUTES = 24 * 60;

/** Periods for which an invitation can be valid, in minutes. 0 means until it is revoked. */
const lifetimes = [
  { value: DAY_MINUTES, text: strings.days(1) },
  { value: 10 * DAY_MINUTES, text: strings.days(10) },
  { value: 30 * DAY_MINUTES, text: strings.days(30) },
  { value: 0, text: strings.forEver },
];

/** Page on which the user invites others. Lists the invitations that have not been accepted yet. */
export function Invitations() {
  const mayWrite = useClientState((state) => hasRealmPermission(state, "can_invite_users_group"));
  const mayLink = useClientState((state) => hasRealmPermission(state, "create_multiuse_invite_group"));
  const isGuest = useClientState((state) => state.is_guest ?? false);
  return (
    <Page>
      <PageSection title={words.screens.invite.title}>
        {mayWrite || mayLink ? (
          <InvitationForm mayWrite={mayWrite} mayLink={mayLink} />
        ) : (
          <SecondaryText>{strings.notYou}</SecondaryText>
        )}
      </PageSection>
      {/* Guests cannot see invitations, so the server would return an error. */}
      {!isGuest && <PendingInvitations />}
    </Page>
  );
}

interface InvitationDraft {
  readonly emails: string;
  readonly role: Role;
  /** Period for which the invitation is valid, in minutes. 0 means until it is revoked. */
  readonly minutes: number;
  readonly hasDefaults: boolean;
  readonly channels: readonly number[];
  readonly groups: readonly number[];
  readonly notifiesInviter: boolean;
}

const initialDraft: InvitationDraft = {
  emails: "",
  role: roles.member,
  minutes: 10 * DAY_MINUTES,
  hasDefaults: true,
  channels: [],
  groups: [],
  notifiesInviter: true,
};

interface InvitationSectionProps {
  readonly draft: InvitationDraft;
  readonly set: (changes: Partial<InvitationDraft>) => void;
}

function InvitationForm({ mayWrite, mayLink }: { mayWrite: boolean; mayLink: boolean }) {
  const [draft, setDraft] = useState(initialDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const { isActing, send, link } = useSendInvitation(draft);
  const set = (changes: Partial<InvitationDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const invite = async () => {
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
      <SecondaryText>{words.pages.inviteLetters}</SecondaryText>
      <RoleAndLifetime draft={draft} set={set} />
      <ChannelsAndGroups draft={draft} set={set} />
      <Row>
        {mayWrite && (
          <Button variant="primary" isDisabled={draft.emails.trim() === "" || isActing} onPress={() => void invite()}>
            {words.pages.inviteSend}
          </Button>
        )}
        {mayLink && (
          <Button isDisabled={isActing} onPress={() => void link().then(setProblem)}>
            {strings.makeLink}
          </Button>
        )}
      </Row>
      {!mayWrite && problem !== null && <ErrorText>{problem}</ErrorText>}
    </>
  );
}

function RoleAndLifetime({ draft, set }: InvitationSectionProps) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const isOwner = useClientState((state) => state.is_owner ?? false);
  const highest = isOwner ? roles.owner : isAdministrator ? roles.administrator : roles.member;
  return (
    <>
      <Row>
        <SelectField
          label={strings.as}
          options={roleOptions.filter(({ value }) => value >= highest)}
          value={draft.role}
          onChange={(role) => set({ role })}
        />
        <SelectField
          label={strings.good}
          options={lifetimes}
          value={draft.minutes}
          onChange={(minutes) => set({ minutes })}
        />
      </Row>
      <CheckboxField isSelected={draft.notifiesInviter} onChange={(notifiesInviter) => set({ notifiesInviter })}>
        {strings.tellMe}
      </CheckboxField>
    </>
  );
}

/** The channels and groups to which invited users are added. */
function ChannelsAndGroups({ draft, set }: InvitationSectionProps) {
  const channels = useClientState((state) => invitableChannels(state), isSameOptions);
  const groups = useClientState((state) => invitableGroups(state), isSameOptions);
  return (
    <>
      <CheckboxField isSelected={draft.hasDefaults} onChange={(hasDefaults) => set({ hasDefaults })}>
        {strings.defaults}
      </CheckboxField>
      <MultiSelectField
        label={strings.channels}
        options={channels}
        chosen={draft.channels}
        onChange={(chosen) => set({ channels: chosen })}
      />
      {groups.length > 0 && (
        <MultiSelectField
          label={strings.groups}
          options={groups}
          chosen={draft.groups}
          onChange={(chosen) => set({ groups: chosen })}
        />
      )}
    </>
  );
}

/**
 * Returns a function that sends invitations by email, and a function that creates an invitation link and copies it to
 * the clipboard. Both return the server's error, or null.
 */
function useSendInvitation(draft: InvitationDraft) {
  const { isActing, attempt } = useAction();
  const common = {
    stream_ids: [...draft.channels],
    group_ids: [...draft.groups],
    include_realm_default_subscriptions: draft.hasDefaults,
    invite_as: draft.role,
    invite_expires_in_minutes: draft.minutes === 0 ? null : draft.minutes,
  };
  const send = async (): Promise<string | null> => {
    const parameters = { ...common, notify_referrer_on_join: draft.notifiesInviter, invitee_emails: draft.emails };
    const outcome = await attempt((call) => call("POST", "/invites", parameters));
    if (!outcome.done) return outcome.message;
    showToast({ text: words.pages.inviteSent });
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
    showToast({ text: strings.linkMade });
    return null;
  };
  return { isActing, send, link };
}
