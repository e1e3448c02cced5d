import { z } from "zod";
import { GroupSettingValue } from "./group-setting.ts";
import { UnixSeconds } from "./scalars.ts";

export const ChannelTopicsPolicy = z
  .enum(["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"])
  .describe("Whether messages may go without a topic; `inherit` follows the organization");
export type ChannelTopicsPolicy = z.infer<typeof ChannelTopicsPolicy>;

/** The older form of "who may post", for the few groups that it can name. */
export const postPolicies = { everyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const;

/** Who may do what in a channel. */
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

/** A channel, the same for everybody who knows of it. */
export const Channel = z.strictObject({
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string().describe("Markdown source"),
  rendered_description: z.string().describe("HTML"),
  date_created: UnixSeconds,
  creator_id: z.int().nullable(),
  invite_only: z.boolean().describe("Private"),
  is_web_public: z.boolean().describe("Open to readers without an account"),
  history_public_to_subscribers: z.boolean().describe("New subscribers see what was sent before they came"),
  topics_policy: ChannelTopicsPolicy,
  message_retention_days: z.int().nullable().describe("Null follows the organization, -1 keeps for ever"),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean().describe("Somebody sent a message in the last 180 days"),
  subscriber_count: z.int().describe("Subscribers that are not deactivated"),
  stream_weekly_traffic: z.int().nullable().describe("Messages a week, rounded; null while the channel is new"),
  ...ChannelPermissions.shape,
  stream_post_policy: z
    .int()
    .meta({ deprecated: true })
    .describe("1 everybody, 2 administrators, 3 full members, 4 moderators; use `can_send_message_group`"),
  is_announcement_only: z.boolean().meta({ deprecated: true }),
});
export type Channel = z.infer<typeof Channel>;

/** A channel in a list. */
export const ChannelInList = z.strictObject({
  ...Channel.shape,
  is_default: z.boolean().optional().describe("New accounts are subscribed to it; only where asked for"),
});
export type ChannelInList = z.infer<typeof ChannelInList>;
