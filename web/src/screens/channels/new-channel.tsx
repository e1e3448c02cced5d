import { useState } from "react";
import type { ParametersOf } from "@parlance/client";
import { MemberPicker, type Members } from "../../features/groups/member-picker.tsx";
import { membersOfGroups } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Choice, Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { mayMake, privacies, type Privacy } from "./channel-privacy.ts";

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  /** 0: none. */
  readonly folder: number;
  readonly others: Members;
  readonly isDefault: boolean;
  readonly isAnnounced: boolean;
}

const first: Omit<Draft, "privacy"> = {
  name: "",
  description: "",
  folder: 0,
  others: { people: [], groups: [] },
  isDefault: false,
  isAnnounced: false,
};

interface PartProps {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
}

/** Makes a channel. Who makes it is in it. */
export function NewChannel() {
  const possible = useKnown(mayMake, (a, b) => a.join() === b.join());
  const [draft, setDraft] = useState<Draft>({ ...first, privacy: possible[0] ?? "public" });
  const [problem, setProblem] = useState<string | null>(null);
  const { isActing, create } = useCreating();
  const set = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setProblem(null);
  };
  const part = { draft, set };
  return (
    <>
      <ScreenHead before={words.pages.channels} title={words.pages.newChannel} />
      <Page>
        {possible.length === 0 && <Quiet>{words.channels.notYou}</Quiet>}
        <Part>
          <Naming {...part} problem={problem} />
          <Choices {...part} possible={possible} />
          <b>{words.channels.others}</b>
          <MemberPicker members={draft.others} onChange={(others) => set({ others })} />
          <Row>
            <Button
              look="primary"
              isDisabled={draft.name.trim() === "" || isActing || possible.length === 0}
              onPress={() => void create(draft).then(setProblem)}
            >
              {words.pages.create}
            </Button>
          </Row>
        </Part>
      </Page>
    </>
  );
}

function Naming({ draft, set, problem }: PartProps & { readonly problem: string | null }) {
  const longestName = useKnown((state) => state.max_stream_name_length);
  const longestDescription = useKnown((state) => state.max_stream_description_length);
  return (
    <>
      <Field
        label={words.pages.channelName}
        hint={words.pages.channelNameHint}
        value={draft.name}
        problem={problem}
        // Whoever comes here names the channel next.
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

function Choices({ draft, set, possible }: PartProps & { readonly possible: readonly Privacy[] }) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const folders = (useKnown((state) => state.channel_folders) ?? []).filter(({ is_archived }) => !is_archived);
  const isPrivate = draft.privacy === "shared" || draft.privacy === "protected";
  return (
    <>
      <Choice
        label={words.pages.privacy}
        options={privacies.filter(({ value }) => possible.includes(value))}
        value={draft.privacy}
        onChange={(privacy) => set({ privacy })}
      />
      {folders.length > 0 && (
        <Choice
          label={words.channels.folder}
          options={[
            { value: 0, text: words.channels.noFolder },
            ...folders.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          value={draft.folder}
          onChange={(folder) => set({ folder })}
        />
      )}
      <Announce draft={draft} set={set} />
      {isAdministrator && !isPrivate && (
        <Tick isSelected={draft.isDefault} onChange={(isDefault) => set({ isDefault })}>
          {words.channels.isDefault}
        </Tick>
      )}
    </>
  );
}

/** Only where the organization has a channel for that. */
function Announce({ draft, set }: PartProps) {
  const where = useKnown((state) => state.realm_new_stream_announcements_stream_id ?? -1);
  if (where < 0) return null;
  return (
    <Tick isSelected={draft.isAnnounced} onChange={(isAnnounced) => set({ isAnnounced })}>
      {words.channels.announce}
    </Tick>
  );
}

/** Makes it and goes there; gives what the server has against it. */
function useCreating() {
  const { me, state } = useClient();
  const { go } = useNavigator();
  const { isActing, attempt } = useAct();
  const create = async (draft: Draft): Promise<string | null> => {
    let id: number | null = null;
    const outcome = await attempt(async (call) => {
      const others = [...draft.others.people, ...membersOfGroups(state.get(), draft.others.groups)];
      const answer = await call("POST", "/channels/create", parametersOf(draft, [...new Set([me, ...others])]));
      if (answer.result === "success") id = answer.id;
      return answer;
    });
    if (id !== null) go({ kind: "channel", channelId: id, near: null });
    return outcome.done ? null : outcome.message;
  };
  return { isActing, create };
}

function parametersOf(draft: Draft, subscribers: number[]): ParametersOf<"POST /channels/create"> {
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
