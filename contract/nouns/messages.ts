import { z } from "zod";
import { MessageFlag, MessageInEvent, MessageType, TopicLink } from "../entities/message.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** A message arrived. */
export const MessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("message"),
  message: MessageInEvent,
  flags: z.array(MessageFlag),
  local_message_id: z.string().optional().describe("What the sending client called it; only in that client's queue"),
});

/** Messages were edited, moved or rendered again; only the fields of what happened are present. */
export const UpdateMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("update_message"),
  user_id: z.int().nullable().describe("Who did it; null if only the rendering changed"),
  rendering_only: z.boolean(),
  message_id: z.int().describe("The message edited, or from which the move was made"),
  message_ids: z.array(z.int()).describe("All messages concerned, ascending"),
  flags: z.array(MessageFlag).describe("The reader's flags on `message_id`"),
  edit_timestamp: UnixSeconds,
  stream_id: z.int().optional().describe("Channel before the change"),
  stream_name: z.string().optional(),
  new_stream_id: z.int().optional().describe("Only if the channel changed"),
  propagate_mode: z.enum(["change_one", "change_later", "change_all"]).optional(),
  orig_subject: z.string().optional().describe("Topic before a move"),
  subject: z.string().optional().describe("Only if the topic changed"),
  topic_links: z.array(TopicLink).optional(),
  orig_content: z.string().optional(),
  orig_rendered_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  is_me_message: z.boolean().optional(),
});

/** Messages are gone, or this user may no longer see them. */
export const DeleteMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("delete_message"),
  message_ids: z.array(z.int()).optional().describe("Ascending; for clients with `bulk_message_deletion`"),
  message_id: z.int().optional().describe("For all other clients, one event a message"),
  message_type: MessageType,
  stream_id: z.int().optional(),
  topic: z.string().optional(),
});

/** A direct conversation by its newest message. */
export const RecentConversation = z.strictObject({
  user_ids: z.array(z.int()).describe("The others, ascending; empty for notes to oneself"),
  max_message_id: z.int(),
});
export type RecentConversation = z.infer<typeof RecentConversation>;

export const messagesNoun = noun({
  events: [MessageEvent, UpdateMessageEvent, DeleteMessageEvent],
  snapshot: {
    message: {
      max_message_id: z.int().meta({ deprecated: true }).describe("Newest message the user received; -1 if none"),
    },
    recent_private_conversations: {
      recent_private_conversations: z.array(RecentConversation).describe("Newest first"),
    },
    stop_words: { stop_words: z.array(z.string()).describe("Words that search ignores") },
  },
});
