import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/** A user has changed a widget, for example voted in a poll. */
export const SubmessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("submessage"),
  submessage_id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string().describe("JSON as text."),
});

export const submessagesNoun = noun({ events: [SubmessageEvent] });
