import { z } from "zod";

const unreadIds = z.array(z.int()).describe("Ascending, each once");

/** Unread messages with one other person, or to oneself. */
export const UnreadDirect = z.strictObject({
  other_user_id: z.int().describe("One's own id for notes to oneself"),
  sender_id: z.int().meta({ deprecated: true }).describe("Same as `other_user_id`"),
  unread_message_ids: unreadIds,
});
export type UnreadDirect = z.infer<typeof UnreadDirect>;

/** Unread messages of one topic. */
export const UnreadTopic = z.strictObject({
  stream_id: z.int(),
  topic: z.string().describe("As the newest of the messages spells it"),
  unread_message_ids: unreadIds,
});
export type UnreadTopic = z.infer<typeof UnreadTopic>;

/** Unread messages of a direct conversation of three or more. */
export const UnreadGroup = z.strictObject({
  user_ids_string: z.string().describe("Ids of all in it, oneself too, ascending, joined by commas"),
  unread_message_ids: unreadIds,
});
export type UnreadGroup = z.infer<typeof UnreadGroup>;

/** What a user has not read: counted, and by conversation. */
export const UnreadMessages = z.strictObject({
  count: z.int().describe("Direct messages and those of channels and topics that are not muted"),
  pms: z.array(UnreadDirect).describe("By `other_user_id`"),
  streams: z.array(UnreadTopic).describe("By channel id, then topic; muted ones too"),
  huddles: z.array(UnreadGroup).describe("By `user_ids_string`"),
  mentions: z
    .array(z.int())
    .describe(
      "Ascending ids of messages that mention the user; of those that mention everybody, where it is not muted",
    ),
  old_unreads_missing: z.boolean().describe("There are more unread messages than the server lists"),
});
export type UnreadMessages = z.infer<typeof UnreadMessages>;
