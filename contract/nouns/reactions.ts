import { z } from "zod";
import { Reaction } from "../entities/message.ts";
import { EventId, noun } from "./noun.ts";

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

export const reactionsNoun = noun({ events: [ReactionEvent] });
