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

/** A user's status as it is now; what is not set is empty. */
export const UserStatusEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_status"),
  user_id: z.int(),
  status_text: z.string(),
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.union([ReactionType, z.literal("")]),
  away: z.boolean().meta({ deprecated: true }),
});
