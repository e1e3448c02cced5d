import { z } from "zod";
import { UnixSeconds } from "./scalars.ts";

/** When a user was last active, and last connected at all. */
export const Presence = z.strictObject({
  active_timestamp: UnixSeconds,
  idle_timestamp: UnixSeconds,
});
export type Presence = z.infer<typeof Presence>;

/** What one client of a user reported, in the older format. */
export const ClientPresence = z.strictObject({
  client: z.string(),
  status: z.enum(["active", "idle"]),
  timestamp: UnixSeconds,
  pushable: z.boolean().optional(),
});
export type ClientPresence = z.infer<typeof ClientPresence>;

export const ClientPresences = z.record(z.string(), ClientPresence).describe("By client; `aggregated` sums them up");
export type ClientPresences = z.infer<typeof ClientPresences>;

/** Presence of many: by user id in the present format, by e-mail address in the older one. */
export const Presences = z.record(z.string(), z.union([Presence, ClientPresences]));
export type Presences = z.infer<typeof Presences>;

/** Presence of one user who was asked for, by client; `aggregated` sums them up. */
export const UserPresence = z.record(
  z.string(),
  z.strictObject({ status: z.enum(["active", "idle", "offline"]), timestamp: UnixSeconds }),
);
export type UserPresence = z.infer<typeof UserPresence>;
