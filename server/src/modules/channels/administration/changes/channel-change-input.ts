import { z } from "zod";
import { ChannelPermissions, ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import { bool, json, jsonOrText, text, int } from "@parlance/kernel/http/params.ts";
import type { GroupSettingUpdates } from "#modules/groups/core/actions/settings/change-group-settings.ts";
import { GroupSettingUpdate } from "#modules/groups/core/settings/group-setting-value.ts";
import { parseRetentionDays } from "../creation/new-channel-input.ts";
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from "#modules/channels/core/channel-names.ts";
import { channelFolderId } from "#modules/platform/parameters/identifying-parameters.ts";

const permissionNames = Object.keys(ChannelPermissions.shape) as (keyof ChannelPermissions)[];

/** The parameters of a request that changes a channel. */
export const channelChangeInput = z
  .object({
    new_name: text({ allowUnstorable: true }).describe(
      "New name; at most 60 characters, unique in the organization, ignoring case.",
    ),
    description: text({ max: MAX_CHANNEL_DESCRIPTION_LENGTH }).describe("Markdown source."),
    is_private: bool().describe("Whether the channel is private."),
    is_web_public: bool().describe("Whether the channel can be read without an account."),
    history_public_to_subscribers: bool().describe(
      "Whether new subscribers can read messages sent before they subscribed.",
    ),
    is_default_stream: bool().describe(
      "Whether new users are subscribed to the channel. Only administrators may set it.",
    ),
    message_retention_days: jsonOrText(z.union([int(), z.string()])).describe(
      "Days that messages are kept, `realm_default` or `unlimited`. Only owners may set it.",
    ),
    is_archived: bool().describe("`false` unarchives the channel; `true` does nothing."),
    folder_id: json(channelFolderId().nullable()).describe(
      "Id of the channel's folder; null removes the channel from its folder.",
    ),
    topics_policy: jsonOrText(ChannelTopicsPolicy),
  })
  .partial()
  .extend(
    z
      .object(
        Object.fromEntries(permissionNames.map((name) => [name, json(GroupSettingUpdate)])) as Record<
          keyof ChannelPermissions,
          typeof GroupSettingUpdate
        >,
      )
      .partial().shape,
  );
type Input = z.output<typeof channelChangeInput>;

/** Requested changes of a channel. Undefined properties stay unchanged. */
export interface ChannelChange {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyIsPublic: boolean | undefined;
  readonly isDefault: boolean | undefined;
  readonly isArchived: boolean | undefined;
  /** The value for the column: days, -1 for unlimited, or null for the organization's retention period. */
  readonly retentionDays: number | null | undefined;
  readonly folderId: number | null | undefined;
  readonly topicsPolicy: ChannelTopicsPolicy | undefined;
  readonly permissions: GroupSettingUpdates<"channel">;
}

/**
 * Converts the parameters of a request to changes of a channel.
 * @throws BadValue
 */
export const parseChannelChange = (input: Input): ChannelChange => ({
  isPrivate: input.is_private,
  isWebPublic: input.is_web_public,
  historyIsPublic: input.history_public_to_subscribers,
  isDefault: input.is_default_stream,
  isArchived: input.is_archived,
  retentionDays:
    input.message_retention_days === undefined ? undefined : parseRetentionDays(input.message_retention_days),
  folderId: input.folder_id,
  topicsPolicy: input.topics_policy,
  permissions: Object.fromEntries(permissionNames.map((name) => [name, input[name]])),
});
