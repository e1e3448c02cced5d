import { z } from "zod";
import { EventId, noun } from "./noun.ts";

const person = z.strictObject({ user_id: z.int(), email: z.string() });

const typing = {
  message_type: z.enum(["direct", "stream"]),
  sender: person,
  recipients: z
    .array(person)
    .optional()
    .describe("All participants of the direct message conversation, including the sender."),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
};

export const TypingStartEvent = z.strictObject({
  id: EventId,
  type: z.literal("typing"),
  op: z.literal("start"),
  ...typing,
});

export const TypingStopEvent = z.strictObject({
  id: EventId,
  type: z.literal("typing"),
  op: z.literal("stop"),
  ...typing,
});

export const TypingEvent = z.discriminatedUnion("op", [TypingStartEvent, TypingStopEvent]);

const editing = {
  sender_id: z.int(),
  message_id: z.int(),
  recipient: z.strictObject({
    type: z.enum(["direct", "channel"]),
    channel_id: z.int().optional(),
    topic: z.string().optional(),
    user_ids: z.array(z.int()).optional().describe("All participants of the direct message conversation."),
  }),
};

export const EditTypingStartEvent = z.strictObject({
  id: EventId,
  type: z.literal("typing_edit_message"),
  op: z.literal("start"),
  ...editing,
});

export const EditTypingStopEvent = z.strictObject({
  id: EventId,
  type: z.literal("typing_edit_message"),
  op: z.literal("stop"),
  ...editing,
});

export const EditTypingEvent = z.discriminatedUnion("op", [EditTypingStartEvent, EditTypingStopEvent]);

export const typingNoun = noun({ events: [TypingEvent, EditTypingEvent] });
