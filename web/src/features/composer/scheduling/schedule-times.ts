import { words } from "../../../base/words/index.ts";

const HOUR_MS = 3_600_000;

/**
 * Returns the suggested times for a scheduled message, in milliseconds since 1970. All of them are more than five
 * minutes in the future.
 */
export function scheduleTimes(now: number): { readonly text: string; readonly moment: number }[] {
  const { hour, evening, morning, week } = words.composer.laterPresets;
  const today = new Date(now);
  const toMonday = (8 - today.getDay()) % 7 || 7;
  return [
    { text: hour, moment: now + HOUR_MS },
    { text: evening, moment: at(today, 0, 18) },
    { text: morning, moment: at(today, 1, 9) },
    { text: week, moment: at(today, toMonday, 9) },
  ].filter(({ moment }) => moment > now + 5 * 60_000);
}

const at = (day: Date, days: number, hour: number): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour).getTime();
