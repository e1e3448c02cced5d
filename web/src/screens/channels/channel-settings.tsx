import type { ParametersOf } from "@parlance/client";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { Outcome } from "../../client/connection/client.ts";
import { hasRealmPermission } from "../../client/replica/selectors/permissions.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { SelectField, CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { PageSection, SecondaryText, Row } from "../../base/ui/page.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import { privacies, channelPrivacy } from "./channel-privacy.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

/**
 * Value with which the API says that messages are never deleted. Null stands for the organization's default; all other
 * values are numbers of days.
 */
const UNLIMITED_DAYS = -1;

/**
 * Formats the retention period for its field. The field is empty for the organization's default and 0 for unlimited.
 */
function formatRetention(days: number | null): string {
  if (days === null) return "";
  return days === UNLIMITED_DAYS ? "0" : String(days);
}

/**
 * Converts the text of the field for the API. Text that is not a whole number is passed on unchanged, and the server
 * returns an error.
 */
function parseRetention(text: string): string | number {
  if (text === "") return "realm_default";
  const days = Number(text);
  if (!Number.isSafeInteger(days)) return text;
  return days === 0 ? "unlimited" : days;
}

const ArchiveChannelDialog = lazyComponent(
  async () => (await import("./archive-channel-dialog.tsx")).ArchiveChannelDialog,
);

type Changes = ParametersOf<"PATCH /streams/:stream_id">;

const topicPolicies = (["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] as const).map(
  (value) => ({ value, text: words.channels.topics[value] }),
);

interface ChannelSettingsSectionProps {
  readonly channel: Channel;
  readonly isSaving: boolean;
  /** Makes changes, and shows a toast with the result. Callers of `save` show errors themselves. */
  readonly set: (changes: Changes) => void;
  readonly save: (changes: Changes) => Promise<Outcome>;
}

/** The settings of a channel that its administrators can change. */
export function ChannelSettings({ channel }: { channel: Channel }) {
  const { isActing: isSaving, act, attempt } = useAction();
  const save = async (changes: Changes) => attempt((call) => call("PATCH", `/streams/${channel.stream_id}`, changes));
  const set = async (changes: Changes) => {
    if (await act((call) => call("PATCH", `/streams/${channel.stream_id}`, changes)))
      showToast({ text: words.pages.saved });
  };
  const part = { channel, isSaving, save, set: (changes: Changes) => void set(changes) };
  return (
    <PageSection title={words.channels.change}>
      <NameAndDescription {...part} />
      <ChannelOptions {...part} />
      <AdministratorOptions {...part} />
      <ArchiveSection {...part} />
    </PageSection>
  );
}

function NameAndDescription({ channel, save }: ChannelSettingsSectionProps) {
  const longestName = useClientState((state) => state.max_stream_name_length);
  const longestDescription = useClientState((state) => state.max_stream_description_length);
  return (
    <>
      <SavedField
        label={words.pages.channelName}
        savedValue={channel.name}
        {...(longestName === undefined ? {} : { maxLength: longestName })}
        onSave={async (name) => save({ new_name: name })}
      />
      <SavedField
        label={words.pages.description}
        rows={3}
        savedValue={channel.description}
        allowsEmpty
        {...(longestDescription === undefined ? {} : { maxLength: longestDescription })}
        onSave={async (description) => save({ description })}
      />
    </>
  );
}

function ChannelOptions({ channel, isSaving, set }: ChannelSettingsSectionProps) {
  const maySetTopics = useClientState((state) => hasRealmPermission(state, "can_set_topics_policy_group"));
  const folders = (useClientState((state) => state.channel_folders) ?? []).filter(({ is_archived }) => !is_archived);
  return (
    <>
      <SelectField
        label={words.pages.privacy}
        options={privacies.map(({ value, text }) => ({ value, text }))}
        value={channelPrivacy(channel)}
        isDisabled={isSaving}
        onChange={(value) => set(privacies.find((one) => one.value === value)?.parameters ?? {})}
      />
      <SelectField
        label={words.channels.topicsLabel}
        options={topicPolicies}
        value={channel.topics_policy}
        isDisabled={isSaving || !maySetTopics}
        onChange={(topics_policy) => set({ topics_policy })}
      />
      {!maySetTopics && <SecondaryText>{words.channels.onlyTopics}</SecondaryText>}
      {folders.length > 0 && (
        <SelectField
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

/** The settings of a channel that only administrators or owners of the organization can change. */
function AdministratorOptions({ channel, isSaving, set, save }: ChannelSettingsSectionProps) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const isOwner = useClientState((state) => state.is_owner ?? false);
  const isDefault = useClientState((state) => (state.realm_default_streams ?? []).includes(channel.stream_id));
  const { message_retention_days: days } = channel;
  return (
    <>
      <CheckboxField
        isSelected={isDefault}
        isDisabled={!isAdministrator || isSaving || (channel.invite_only && !isDefault)}
        {...(isAdministrator ? {} : { hint: words.pages.onlyAdministrators })}
        onChange={(is_default_stream) => set({ is_default_stream })}
      >
        {words.channels.isDefault}
      </CheckboxField>
      <SavedField
        label={words.channels.retention}
        savedValue={formatRetention(days)}
        hint={isOwner ? words.channels.retentionHint : words.channels.retentionOwners}
        isDisabled={!isOwner}
        allowsEmpty
        onSave={async (text) => save({ message_retention_days: parseRetention(text) })}
      />
    </>
  );
}

/** Button that archives the channel, or restores it if it is archived. */
function ArchiveSection({ channel, set }: ChannelSettingsSectionProps) {
  const show = useOpenOverlay();
  return (
    <Row>
      {channel.is_archived ? (
        <Button onPress={() => set({ is_archived: false })}>{words.channels.unarchive}</Button>
      ) : (
        <Button
          variant="danger"
          onPress={() => show((close) => <ArchiveChannelDialog channel={channel} onClose={close} />)}
        >
          {words.channels.archive}
        </Button>
      )}
    </Row>
  );
}
