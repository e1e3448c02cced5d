import { z } from "zod";
import { ReactionType } from "../entities/emoji.ts";
import { ClientPresence, Presence } from "../entities/presence.ts";
import { EventId } from "./event-id.ts";

/** Users came or went: `presences` for clients with `simplified_presence_events`, the other fields for the rest. */
export const PresenceEvent = z.strictObject({
  id: EventId,
  type: z.literal("presence"),
  presences: z.record(z.string(), Presence).optional().describe("By user id"),
  user_id: z.int().optional(),
  email: z.string().meta({ deprecated: true }).optional(),
  server_timestamp: z.number().optional().describe("UNIX seconds with a fraction"),
  presence: z
    .record(z.string(), ClientPresence.required({ pushable: true }))
    .optional()
    .describe("By client"),
});

/** A user's status changed: what is not here is as it was, and what is empty is not set any more. */
export const UserStatusEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_status"),
  user_id: z.int(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional().describe("The three of the emoji come together"),
  emoji_code: z.string().optional(),
  reaction_type: ReactionType.optional(),
  away: z.boolean().meta({ deprecated: true }).optional(),
});
