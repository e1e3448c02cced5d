import { z } from "zod";
import { MessageFlag, MessageType } from "../entities/message.ts";
import { EventId } from "./event-id.ts";

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
