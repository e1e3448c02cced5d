import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** When a user was last active, and when they were last connected. */
export const Presence = z.strictObject({
  active_timestamp: UnixSeconds,
  idle_timestamp: UnixSeconds,
});
export type Presence = z.infer<typeof Presence>;

/** The presence that one client of a user reported, in the older format. */
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

/** Time after their last activity for which the older format reports connected users as active, in seconds. */
const ACTIVE_THRESHOLD_SECONDS = 70;

/** Returns presence in the older format, which knows only one client. */
export function toClientPresence({ active_timestamp, idle_timestamp }: Presence): Required<ClientPresence> {
  const status = active_timestamp + ACTIVE_THRESHOLD_SECONDS >= idle_timestamp ? "active" : "idle";
  return { client: "website", status, timestamp: idle_timestamp, pushable: false };
}

/** Returns the same, with the entry that combines all clients. */
export function toClientPresences(presence: Presence): ClientPresences {
  const website = toClientPresence(presence);
  const { pushable: _, ...aggregated } = website;
  return { aggregated, website };
}

/** Presence of many users: by user id in the modern format, by email address in the older one. */
export const Presences = z.record(z.string(), z.union([Presence, ClientPresences]));
export type Presences = z.infer<typeof Presences>;

/** Presence of one user, by client; `aggregated` combines all clients. */
export const UserPresence = z.record(
  z.string(),
  z.strictObject({ status: z.enum(["active", "idle", "offline"]), timestamp: UnixSeconds }),
);
export type UserPresence = z.infer<typeof UserPresence>;

/**
 * The presence of users changed. Clients with `simplified_presence_events` receive `presences`, others the remaining
 * fields.
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
