import { isQuiet, INDEFINITE_PAUSE_SECONDS } from "@parlance/contract/entities/quiet-hours.ts";
import type { State } from "@parlance/contract/state/index.ts";

/** Until when the person asked not to be disturbed, in milliseconds since 1970; `"good"`: until they take it back. Null: they did not. */
export function pausedUntil({ user_settings }: State, nowMs: number): number | "good" | null {
  const until = user_settings?.do_not_disturb_until ?? 0;
  if (until >= INDEFINITE_PAUSE_SECONDS) return "good";
  return until * 1000 > nowMs ? until * 1000 : null;
}

/** Whether the person is not to be disturbed now, for whatever reason. */
export function isDoNotDisturbActive({ user_settings: settings }: State, nowMs: number): boolean {
  if (!settings) return false;
  const { timezone, quiet_hours } = settings;
  // The machine is asked only where it counts: that takes longer than everything else here.
  return isQuiet(settings, timezone === "" && quiet_hours !== "" ? ownTimeZone() : timezone, nowMs);
}

/** The time zone of this machine. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
