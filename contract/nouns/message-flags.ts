import { z } from "zod";
import { MessageFlag, MessageType } from "../entities/message.ts";
import { EventId, noun } from "./noun.ts";

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

/** What a client must know to count a message as unread that it may never have seen. */
export const UnreadDetail = z.strictObject({
  type: MessageType,
  mentioned: z.boolean().optional().describe("Only if true"),
  user_ids: z.array(z.int()).optional().describe("The others in a direct conversation; empty for notes to oneself"),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z.boolean().meta({ deprecated: true }).describe("In a channel and topic that are not muted"),
});
export type UnreadDetail = z.infer<typeof UnreadDetail>;

export const AddMessageFlagsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message_flags"),
  op: z.literal("add"),
  operation: z.literal("add").meta({ deprecated: true }),
  flag: MessageFlag,
  messages: z.array(z.int()),
  all: z.boolean().describe("Everything the user has was marked as read; `messages` is empty then"),
});

export const RemoveMessageFlagsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message_flags"),
  op: z.literal("remove"),
  operation: z.literal("remove").meta({ deprecated: true }),
  flag: MessageFlag,
  messages: z.array(z.int()),
  all: z.boolean().meta({ deprecated: true }).describe("Always false"),
  message_details: z
    .record(z.string(), UnreadDetail)
    .optional()
    .describe("By message id; only where messages become unread"),
});

export const MessageFlagsEvent = z.discriminatedUnion("op", [AddMessageFlagsEvent, RemoveMessageFlagsEvent]);

export const messageFlagsNoun = noun({
  events: [MessageFlagsEvent],
  snapshot: {
    "message+update_message_flags": { unread_msgs: UnreadMessages },
    starred_messages: { starred_messages: z.array(z.int()).describe("Message ids, ascending") },
  },
});
