import { z } from "zod";
import { Reaction } from "../entities/message.ts";
import { EventId } from "./event-id.ts";

const reaction = {
  ...Reaction.shape,
  message_id: z.int(),
  user: z
    .strictObject({ user_id: z.int(), email: z.string(), full_name: z.string(), is_mirror_dummy: z.boolean() })
    .meta({ deprecated: true }),
};

export const AddReactionEvent = z.strictObject({
  id: EventId,
  type: z.literal("reaction"),
  op: z.literal("add"),
  ...reaction,
});

export const RemoveReactionEvent = z.strictObject({
  id: EventId,
  type: z.literal("reaction"),
  op: z.literal("remove"),
  ...reaction,
});

export const ReactionEvent = z.discriminatedUnion("op", [AddReactionEvent, RemoveReactionEvent]);

/** A widget took a step. */
export const SubmessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("submessage"),
  submessage_id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string().describe("JSON text"),
});
