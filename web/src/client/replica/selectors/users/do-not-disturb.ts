import { isQuiet, INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import type { State } from "@parlance/contract/state/index.ts";

/**
 * Returns the time at which Do not disturb ends, in milliseconds since 1970. `"good"` means that it is on until the
 * user turns it off, and null that it is off.
 */
export function pausedUntil({ user_settings }: State, nowMs: number): number | "good" | null {
  const until = user_settings?.do_not_disturb_until ?? 0;
  if (until >= INDEFINITE_PAUSE_SECONDS) return "good";
  return until * 1000 > nowMs ? until * 1000 : null;
}

/**
 * Returns true if Do not disturb is active now, either because the user turned it on or because of the user's quiet
 * hours.
 */
export function isDoNotDisturbActive({ user_settings: settings }: State, nowMs: number): boolean {
  if (!settings) return false;
  const { timezone, quiet_hours } = settings;
  // The time zone of the device is read only when it is needed, because reading it takes longer than the rest of this
  // function.
  return isQuiet(settings, timezone === "" && quiet_hours !== "" ? ownTimeZone() : timezone, nowMs);
}

/** Returns the time zone of this device. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
