import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** When a user was last active, and when a client of the user was last connected. */
export const Presence = z.strictObject({
  active_timestamp: UnixSeconds,
  idle_timestamp: UnixSeconds,
});
export type Presence = z.infer<typeof Presence>;

/** The presence reported by one of a user's clients, in an older format. */
export const ClientPresence = z.strictObject({
  client: z.string(),
  status: z.enum(["active", "idle"]),
  timestamp: UnixSeconds,
  pushable: z.boolean().optional(),
});
export type ClientPresence = z.infer<typeof ClientPresence>;

export const ClientPresences = z
  .record(z.string(), ClientPresence)
  .describe("By client; `aggregated` combines all clients.");
export type ClientPresences = z.infer<typeof ClientPresences>;

/** Time in seconds after the last activity. In the older format, a connected user counts as active within this time. */
const ACTIVE_THRESHOLD_SECONDS = 70;

/**
 * Converts a user's presence to the older format. The format distinguishes clients; the result is attributed to one
 * client, "website".
 */
export function toClientPresence({ active_timestamp, idle_timestamp }: Presence): Required<ClientPresence> {
  const status = active_timestamp + ACTIVE_THRESHOLD_SECONDS >= idle_timestamp ? "active" : "idle";
  return { client: "website", status, timestamp: idle_timestamp, pushable: false };
}

/**
 * Converts a user's presence to the older format, including the entry `aggregated`, which stands for all clients
 * together.
 */
export function toClientPresences(presence: Presence): ClientPresences {
  const website = toClientPresence(presence);
  const { pushable: _, ...aggregated } = website;
  return { aggregated, website };
}

/** The presence of many users: by user id in the current format, by email address in the older format. */
export const Presences = z.record(z.string(), z.union([Presence, ClientPresences]));
export type Presences = z.infer<typeof Presences>;

/** The presence of one user, by client. The entry `aggregated` stands for all clients together. */
export const UserPresence = z.record(
  z.string(),
  z.strictObject({ status: z.enum(["active", "idle", "offline"]), timestamp: UnixSeconds }),
);
export type UserPresence = z.infer<typeof UserPresence>;

/**
 * The presence of users has changed. Clients with the capability `simplified_presence_events` receive `presences`,
 * other clients receive the remaining fields.
 */
export const PresenceEvent = z.strictObject({
  id: EventId,
  type: z.literal("presence"),
  presences: z.record(z.string(), Presence).optional().describe("By user id."),
  user_id: z.int().optional(),
  email: z.string().meta({ deprecated: true }).optional(),
  server_timestamp: z.number().optional().describe("UNIX timestamp in seconds, with fraction."),
  presence: z
    .record(z.string(), ClientPresence.required({ pushable: true }))
    .optional()
    .describe("By client."),
});

export const presenceNoun = noun({
  events: [PresenceEvent],
  snapshot: {
    presence: {
      presences: Presences,
      presence_last_update_id: z.int().describe("Id of the newest update in `presences`; -1 if none."),
      server_timestamp: z.number().describe("UNIX timestamp in seconds, with fraction."),
    },
  },
});
