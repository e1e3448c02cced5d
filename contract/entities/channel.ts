import { z } from "zod";
import { GroupSettingValue } from "./group-setting.ts";
import { UnixSeconds } from "./scalars.ts";

export const ChannelTopicsPolicy = z
  .enum(["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"])
  .describe("Whether messages may have an empty topic; `inherit` uses the organization's setting.");
export type ChannelTopicsPolicy = z.infer<typeof ChannelTopicsPolicy>;

/**
 * Values of an older setting for who can post in a channel. It was replaced by `can_send_message_group`, and can
 * express only a few groups.
 */
export const postPolicies = { everyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const;

/** The permissions of a channel. */
export const ChannelPermissions = z.strictObject({
  can_add_subscribers_group: GroupSettingValue,
  can_remove_subscribers_group: GroupSettingValue,
  can_administer_channel_group: GroupSettingValue,
  can_delete_any_message_group: GroupSettingValue,
  can_delete_own_message_group: GroupSettingValue,
  can_move_messages_out_of_channel_group: GroupSettingValue,
  can_move_messages_within_channel_group: GroupSettingValue,
  can_send_message_group: GroupSettingValue,
  can_subscribe_group: GroupSettingValue,
  can_resolve_topics_group: GroupSettingValue,
});
export type ChannelPermissions = z.infer<typeof ChannelPermissions>;

/** The fields of a channel that are the same for all users who can see it. */
export const Channel = z.strictObject({
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string().describe("Markdown source."),
  rendered_description: z.string().describe("Description as HTML."),
  date_created: UnixSeconds,
  creator_id: z.int().nullable(),
  invite_only: z.boolean().describe("Whether the channel is private."),
  is_web_public: z.boolean().describe("Whether the channel can be read without an account."),
  history_public_to_subscribers: z
    .boolean()
    .describe("Whether new subscribers can read messages sent before they subscribed."),
  topics_policy: ChannelTopicsPolicy,
  message_retention_days: z
    .int()
    .nullable()
    .describe("Days that messages are kept; null uses the organization's setting, -1 keeps them forever."),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean().describe("Whether a message was sent in the last 180 days."),
  subscriber_count: z.int().describe("Number of subscribers, deactivated users excluded."),
  stream_weekly_traffic: z
    .int()
    .nullable()
    .describe("Average number of messages a week, rounded; null while the channel is new."),
  ...ChannelPermissions.shape,
  stream_post_policy: z
    .int()
    .meta({ deprecated: true })
    .describe(
      "Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators. Superseded by " +
        "`can_send_message_group`.",
    ),
  is_announcement_only: z.boolean().meta({ deprecated: true }),
});
export type Channel = z.infer<typeof Channel>;

/** A channel in the response of the operation that lists channels. */
export const ChannelInList = z.strictObject({
  ...Channel.shape,
  is_default: z
    .boolean()
    .optional()
    .describe("Whether new users are subscribed to the channel; present only if requested."),
});
export type ChannelInList = z.infer<typeof ChannelInList>;
