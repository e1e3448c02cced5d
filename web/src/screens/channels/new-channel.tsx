import { useState } from "react";
import type { ParametersOf } from "@parlance/client";
import { MemberPicker, type MemberIds } from "../../features/groups/member-picker.tsx";
import { groupMemberIds } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { SelectField, CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { creatablePrivacies, privacies, type Privacy } from "./channel-privacy.ts";

interface NewChannelDraft {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  /** Id of the channel folder. 0 for no folder. */
  readonly folder: number;
  readonly others: MemberIds;
  readonly isDefault: boolean;
  readonly isAnnounced: boolean;
}

const initialDraft: Omit<NewChannelDraft, "privacy"> = {
  name: "",
  description: "",
  folder: 0,
  others: { people: [], groups: [] },
  isDefault: false,
  isAnnounced: false,
};

interface NewChannelSectionProps {
  readonly draft: NewChannelDraft;
  readonly set: (changes: Partial<NewChannelDraft>) => void;
}

/** Page on which the user creates a channel. The user is subscribed to the new channel. */
export function NewChannel() {
  const possible = useClientState(creatablePrivacies, (a, b) => a.join() === b.join());
  const [draft, setDraft] = useState<NewChannelDraft>({ ...initialDraft, privacy: possible[0] ?? "public" });
  const [problem, setProblem] = useState<string | null>(null);
  const { isActing, create } = useCreateChannel();
  const set = (changes: Partial<NewChannelDraft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const part = { draft, set };
  return (
    <>
      <ScreenHeader before={words.pages.channels} title={words.screens.newChannel.title} />
      <Page>
        {possible.length === 0 && <SecondaryText>{words.channels.notYou}</SecondaryText>}
        <PageSection>
          <NameAndDescription {...part} problem={problem} />
          <ChannelOptions {...part} possible={possible} />
          <b>{words.channels.others}</b>
          <MemberPicker members={draft.others} onChange={(others) => set({ others })} />
          <Row>
            <Button
              variant="primary"
              isDisabled={draft.name.trim() === "" || isActing || possible.length === 0}
              onPress={() => void create(draft).then(setProblem)}
            >
              {words.pages.create}
            </Button>
          </Row>
        </PageSection>
      </Page>
    </>
  );
}

function NameAndDescription({ draft, set, problem }: NewChannelSectionProps & { readonly problem: string | null }) {
  const longestName = useClientState((state) => state.max_stream_name_length);
  const longestDescription = useClientState((state) => state.max_stream_description_length);
  return (
    <>
      <Field
        label={words.pages.channelName}
        hint={words.pages.channelNameHint}
        value={draft.name}
        problem={problem}
        // The field is focused because the user opens this page to create a channel, and the name comes first.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isTouch()}
        {...(longestName === undefined ? {} : { maxLength: longestName })}
        onChange={(name) => set({ name })}
      />
      <Field
        label={words.pages.description}
        rows={3}
        value={draft.description}
        {...(longestDescription === undefined ? {} : { maxLength: longestDescription })}
        onChange={(description) => set({ description })}
      />
    </>
  );
}

function ChannelOptions({ draft, set, possible }: NewChannelSectionProps & { readonly possible: readonly Privacy[] }) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const folders = (useClientState((state) => state.channel_folders) ?? []).filter(({ is_archived }) => !is_archived);
  const isPrivate = draft.privacy === "shared" || draft.privacy === "protected";
  return (
    <>
      <SelectField
        label={words.pages.privacy}
        options={privacies.filter(({ value }) => possible.includes(value))}
        value={draft.privacy}
        onChange={(privacy) => set({ privacy })}
      />
      {folders.length > 0 && (
        <SelectField
          label={words.channels.folder}
          options={[
            { value: 0, text: words.channels.noFolder },
            ...folders.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          value={draft.folder}
          onChange={(folder) => set({ folder })}
        />
      )}
      <AnnounceOption draft={draft} set={set} />
      {isAdministrator && !isPrivate && (
        <CheckboxField isSelected={draft.isDefault} onChange={(isDefault) => set({ isDefault })}>
          {words.channels.isDefault}
        </CheckboxField>
      )}
    </>
  );
}

/** Option to announce the channel. Shown only if the organization has a channel for announcements. */
function AnnounceOption({ draft, set }: NewChannelSectionProps) {
  const where = useClientState((state) => state.realm_new_stream_announcements_stream_id ?? -1);
  if (where < 0) return null;
  return (
    <CheckboxField isSelected={draft.isAnnounced} onChange={(isAnnounced) => set({ isAnnounced })}>
      {words.channels.announce}
    </CheckboxField>
  );
}

/** Returns a function that creates the channel and opens it. The function returns the server's error, or null. */
function useCreateChannel() {
  const { me, state } = useClient();
  const { go } = useNavigator();
  const { isActing, attempt } = useAction();
  const create = async (draft: NewChannelDraft): Promise<string | null> => {
    let id: number | null = null;
    const outcome = await attempt(async (call) => {
      const others = [...draft.others.people, ...groupMemberIds(state.get(), draft.others.groups)];
      const answer = await call("POST", "/channels/create", toParameters(draft, [...new Set([me, ...others])]));
      if (answer.result === "success") id = answer.id;
      return answer;
    });
    if (id !== null) go({ kind: "channel", channelId: id, near: null });
    return outcome.done ? null : outcome.message;
  };
  return { isActing, create };
}

function toParameters(draft: NewChannelDraft, subscribers: number[]): ParametersOf<"POST /channels/create"> {
  const { is_private, ...privacy } = privacies.find(({ value }) => value === draft.privacy)?.parameters ?? {
    is_private: false,
  };
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    subscribers,
    ...privacy,
    invite_only: is_private,
    announce: draft.isAnnounced,
    ...(draft.isDefault && !is_private ? { is_default_stream: true } : {}),
    ...(draft.folder === 0 ? {} : { folder_id: draft.folder }),
  };
}
