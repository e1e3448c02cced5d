import type { Presence } from "@parlance/contract/nouns/presence.ts";
import type { State } from "@parlance/contract/state/index.ts";

/** Default time in seconds for which a user counts as active or idle after the last report of this presence. */
const ACTIVE_SECONDS = 140;

/**
 * Returns a user's presence. `here`: recently active. `away`: connected, but not recently active. Null: offline or
 * unknown.
 */
export function userPresence(state: State, userId: number, nowMs: number): "here" | "away" | null {
  const presence = state.presences?.[userId];
  if (!presence || !isPresent(presence)) return null;
  const threshold = state.server_presence_offline_threshold_seconds ?? ACTIVE_SECONDS;
  const now = nowMs / 1000;
  if (now - presence.active_timestamp <= threshold) return "here";
  return now - presence.idle_timestamp <= threshold ? "away" : null;
}

/** Returns the time at which a user was last active or idle, in milliseconds since 1970, or null if it is unknown. */
export function lastActiveAt(state: State, userId: number): number | null {
  const presence = state.presences?.[userId];
  if (!presence || !isPresent(presence)) return null;
  const last = Math.max(presence.active_timestamp, presence.idle_timestamp);
  return last > 0 ? last * 1000 : null;
}

const isPresent = (presence: object): presence is Presence => "active_timestamp" in presence;
