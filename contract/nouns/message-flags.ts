import { z } from "zod";
import { MessageFlag, MessageType } from "../entities/message.ts";
import { EventId, noun } from "./noun.ts";

const unreadIds = z.array(z.int()).describe("Sorted, without duplicates.");

/** Unread messages of a direct message conversation with one other user or with oneself. */
export const UnreadDirect = z.strictObject({
  other_user_id: z.int().describe("The user's own id for messages to themselves."),
  sender_id: z.int().meta({ deprecated: true }).describe("Same as `other_user_id`."),
  unread_message_ids: unreadIds,
});
export type UnreadDirect = z.infer<typeof UnreadDirect>;

/** Unread messages of a topic. */
export const UnreadTopic = z.strictObject({
  stream_id: z.int(),
  topic: z.string().describe("In the spelling of the newest of the messages."),
  unread_message_ids: unreadIds,
});
export type UnreadTopic = z.infer<typeof UnreadTopic>;

/** Unread messages of a group direct message conversation. */
export const UnreadGroup = z.strictObject({
  user_ids_string: z.string().describe("Ids of all participants, including the user, sorted and joined by commas."),
  unread_message_ids: unreadIds,
});
export type UnreadGroup = z.infer<typeof UnreadGroup>;

/** A user's unread messages: their ids, grouped by conversation, and the number of those that are not muted. */
export const UnreadMessages = z.strictObject({
  count: z
    .int()
    .describe("Number of unread direct messages and of unread messages in channels and topics that are not muted."),
  pms: z.array(UnreadDirect).describe("Sorted by `other_user_id`."),
  streams: z.array(UnreadTopic).describe("Sorted by channel id, then topic; includes muted ones."),
  huddles: z.array(UnreadGroup).describe("Sorted by `user_ids_string`."),
  mentions: z
    .array(z.int())
    .describe(
      "Sorted ids of unread messages that mention the user. Wildcard mentions in muted channels and topics are " +
        "excluded.",
    ),
  old_unreads_missing: z.boolean().describe("Whether the user has more unread messages than the server lists."),
});
export type UnreadMessages = z.infer<typeof UnreadMessages>;

/** The data about an unread message that a client needs to count it, even if the client has not loaded the message. */
export const UnreadDetail = z.strictObject({
  type: MessageType,
  mentioned: z.boolean().optional().describe("Present only if true."),
  user_ids: z
    .array(z.int())
    .optional()
    .describe("Other participants of the direct message conversation; empty for messages to oneself."),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z
    .boolean()
    .meta({ deprecated: true })
    .describe("Whether neither the channel nor the topic is muted."),
});
export type UnreadDetail = z.infer<typeof UnreadDetail>;

export const AddMessageFlagsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message_flags"),
  op: z.literal("add"),
  operation: z.literal("add").meta({ deprecated: true }),
  flag: MessageFlag,
  messages: z.array(z.int()),
  all: z.boolean().describe("Whether every message was marked as read; `messages` is empty then."),
});

export const RemoveMessageFlagsEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message_flags"),
  op: z.literal("remove"),
  operation: z.literal("remove").meta({ deprecated: true }),
  flag: MessageFlag,
  messages: z.array(z.int()),
  all: z.boolean().meta({ deprecated: true }).describe("Always false."),
  message_details: z
    .record(z.string(), UnreadDetail)
    .optional()
    .describe("By message id; present only if messages become unread."),
});

export const MessageFlagsEvent = z.discriminatedUnion("op", [AddMessageFlagsEvent, RemoveMessageFlagsEvent]);

export const messageFlagsNoun = noun({
  events: [MessageFlagsEvent],
  snapshot: {
    "message+update_message_flags": { unread_msgs: UnreadMessages },
    starred_messages: { starred_messages: z.array(z.int()).describe("Message ids, sorted.") },
  },
});
