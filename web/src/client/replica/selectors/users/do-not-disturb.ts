import { isQuiet, INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import type { State } from "@parlance/contract/state/index.ts";

/**
 * Returns the end of do-not-disturb, in milliseconds since 1970, or `"good"` if it is on until the user turns it off.
 * Null if it is off.
 */
export function pausedUntil({ user_settings }: State, nowMs: number): number | "good" | null {
  const until = user_settings?.do_not_disturb_until ?? 0;
  if (until >= INDEFINITE_PAUSE_SECONDS) return "good";
  return until * 1000 > nowMs ? until * 1000 : null;
}

/** Whether do-not-disturb is active now, for any reason. */
export function isDoNotDisturbActive({ user_settings: settings }: State, nowMs: number): boolean {
  if (!settings) return false;
  const { timezone, quiet_hours } = settings;
  // The device's time zone is read only when needed: that is slower than everything else here.
  return isQuiet(settings, timezone === "" && quiet_hours !== "" ? ownTimeZone() : timezone, nowMs);
}

/** Returns the time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
