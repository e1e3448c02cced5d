import type { ParametersOf } from "@parlance/client";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { Outcome } from "../../client/connection/client.ts";
import { mayAs } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { Choice, Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet, Row } from "../../base/ui/page.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import { keptFor, retentionOf } from "./retention.ts";
import { privacies, privacyOf } from "./channel-privacy.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const ArchiveChannel = late(async () => (await import("./archive-channel-dialog.tsx")).ArchiveChannel);

type Changes = ParametersOf<"PATCH /streams/:stream_id">;

const topicPolicies = (["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const).map(
  (value) => ({ value, text: words.channels.topics[value] }),
);

interface PartProps {
  readonly channel: Channel;
  readonly isSaving: boolean;
  /** Says by itself what came of it. */
  readonly set: (changes: Changes) => void;
  readonly save: (changes: Changes) => Promise<Outcome>;
}

/** What those may change of a channel whose it is. */
export function ChangeChannel({ channel }: { channel: Channel }) {
  const { isActing: isSaving, act, attempt } = useAct();
  const save = async (changes: Changes) => attempt((call) => call("PATCH", `/streams/${channel.stream_id}`, changes));
  const set = async (changes: Changes) => {
    if (await act((call) => call("PATCH", `/streams/${channel.stream_id}`, changes))) say({ text: words.pages.saved });
  };
  const part = { channel, isSaving, save, set: (changes: Changes) => void set(changes) };
  return (
    <Part title={words.channels.change}>
      <Naming {...part} />
      <Choices {...part} />
      <Rest {...part} />
      <Fate {...part} />
    </Part>
  );
}

function Naming({ channel, save }: PartProps) {
  const longestName = useKnown((state) => state.max_stream_name_length);
  const longestDescription = useKnown((state) => state.max_stream_description_length);
  return (
    <>
      <SavedField
        label={words.pages.channelName}
        known={channel.name}
        {...(longestName === undefined ? {} : { maxLength: longestName })}
        onSave={async (name) => save({ new_name: name })}
      />
      <SavedField
        label={words.pages.description}
        rows={3}
        known={channel.description}
        mayBeEmpty
        {...(longestDescription === undefined ? {} : { maxLength: longestDescription })}
        onSave={async (description) => save({ description })}
      />
    </>
  );
}

function Choices({ channel, isSaving, set }: PartProps) {
  const maySetTopics = useKnown((state) => mayAs(state, state.realm_can_set_topics_policy_group));
  const folders = (useKnown((state) => state.channel_folders) ?? []).filter(({ is_archived }) => !is_archived);
  return (
    <>
      <Choice
        label={words.pages.privacy}
        options={privacies.map(({ value, text }) => ({ value, text }))}
        value={privacyOf(channel)}
        isDisabled={isSaving}
        onChange={(value) => set(privacies.find((one) => one.value === value)?.parameters ?? {})}
      />
      <Choice
        label={words.channels.topicsLabel}
        options={topicPolicies}
        value={channel.topics_policy}
        isDisabled={isSaving || !maySetTopics}
        onChange={(topics_policy) => set({ topics_policy })}
      />
      {!maySetTopics && <Quiet>{words.channels.onlyTopics}</Quiet>}
      {folders.length > 0 && (
        <Choice
          label={words.channels.folder}
          options={[
            { value: 0, text: words.channels.noFolder },
            ...folders.map(({ id, name: text }) => ({ value: id, text })),
          ]}
          value={channel.folder_id ?? 0}
          isDisabled={isSaving}
          onChange={(id) => set({ folder_id: id === 0 ? null : id })}
        />
      )}
    </>
  );
}

/** What administrators and owners say of a channel. */
function Rest({ channel, isSaving, set, save }: PartProps) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const isOwner = useKnown((state) => state.is_owner ?? false);
  const isDefault = useKnown((state) => (state.realm_default_streams ?? []).includes(channel.stream_id));
  const { message_retention_days: days } = channel;
  return (
    <>
      <Tick
        isSelected={isDefault}
        isDisabled={!isAdministrator || isSaving || (channel.invite_only && !isDefault)}
        {...(isAdministrator ? {} : { hint: words.pages.onlyAdministrators })}
        onChange={(is_default_stream) => set({ is_default_stream })}
      >
        {words.channels.isDefault}
      </Tick>
      <SavedField
        label={words.channels.retention}
        known={keptFor(days)}
        hint={isOwner ? words.channels.retentionHint : words.channels.retentionOwners}
        isDisabled={!isOwner}
        mayBeEmpty
        onSave={async (text) => save({ message_retention_days: retentionOf(text) })}
      />
    </>
  );
}

/** Whether the channel is one that people write in. */
function Fate({ channel, set }: PartProps) {
  const show = useOverlays();
  return (
    <Row>
      {channel.is_archived ? (
        <Button onPress={() => set({ is_archived: false })}>{words.channels.unarchive}</Button>
      ) : (
        <Button look="danger" onPress={() => show((close) => <ArchiveChannel channel={channel} onClose={close} />)}>
          {words.channels.archive}
        </Button>
      )}
    </Row>
  );
}
