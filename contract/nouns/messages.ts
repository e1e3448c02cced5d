import { z } from "zod";
import { MessageFlag, MessageInEvent, MessageType, TopicLink } from "../entities/message.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** A message was sent. */
export const MessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("message"),
  message: MessageInEvent,
  flags: z.array(MessageFlag),
  local_message_id: z
    .string()
    .optional()
    .describe("The `local_id` that the client gave when sending; present only in that client's event queue."),
});

/** Messages were edited, moved or rendered again. Only the fields that apply to the change are present. */
export const UpdateMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message"),
  user_id: z.int().nullable().describe("The user who made the change; null if only the rendering changed."),
  rendering_only: z.boolean(),
  message_id: z.int().describe("Id of the edited message, or of the message that the move was requested for."),
  message_ids: z.array(z.int()).describe("Ids of all affected messages, sorted."),
  flags: z.array(MessageFlag).describe("The reader's flags on `message_id`."),
  edit_timestamp: UnixSeconds,
  stream_id: z.int().optional().describe("Id of the channel before the change."),
  stream_name: z.string().optional(),
  new_stream_id: z.int().optional().describe("Id of the new channel; present only if the channel changed."),
  propagate_mode: z.enum(["change_one", "change_later", "change_all"]).optional(),
  orig_subject: z.string().optional().describe("Topic before a move."),
  subject: z.string().optional().describe("New topic; present only if the topic changed."),
  topic_links: z.array(TopicLink).optional(),
  orig_content: z.string().optional(),
  orig_rendered_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  is_me_message: z.boolean().optional(),
});

/** Messages were deleted, or the user is no longer allowed to see them. */
export const DeleteMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("delete_message"),
  message_ids: z
    .array(z.int())
    .optional()
    .describe("Ids of the messages, sorted; for clients with the `bulk_message_deletion` capability."),
  message_id: z.int().optional().describe("Id of the message; for other clients, which receive one event per message."),
  message_type: MessageType,
  stream_id: z.int().optional(),
  topic: z.string().optional(),
});

/** A direct message conversation, with the id of its newest message. */
export const RecentConversation = z.strictObject({
  user_ids: z.array(z.int()).describe("Ids of the other participants, sorted; empty for messages to oneself."),
  max_message_id: z.int(),
});
export type RecentConversation = z.infer<typeof RecentConversation>;

export const messagesNoun = noun({
  events: [MessageEvent, UpdateMessageEvent, DeleteMessageEvent],
  snapshot: {
    message: {
      max_message_id: z
        .int()
        .meta({ deprecated: true })
        .describe("Id of the newest message that the user received; -1 if none."),
    },
    recent_private_conversations: {
      recent_private_conversations: z.array(RecentConversation).describe("Newest first."),
    },
    stop_words: { stop_words: z.array(z.string()).describe("Words that search ignores.") },
  },
});
