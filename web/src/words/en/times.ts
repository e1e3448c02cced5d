// Moments and spans as people read them; all in milliseconds since 1970, in the time zone of this machine.
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long before now something was: "3 minutes ago". */
export function ago(moment: number, now: number): string {
  const span = Math.max(0, now - moment);
  if (span < 45 * SECOND) return "just now";
  if (span < 45 * MINUTE) return relative.format(-Math.round(span / MINUTE), "minute");
  if (span < 22 * HOUR) return relative.format(-Math.round(span / HOUR), "hour");
  if (span < 26 * DAY) return relative.format(-Math.round(span / DAY), "day");
  return relative.format(-Math.max(1, Math.round(span / (30 * DAY))), "month");
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day: 14:02 or 2:02 PM, as the person's setting `twenty_four_hour_time` has it; null: as is usual. */
export function timeOfDay(moment: number, isTwentyFour: boolean | null): string {
  const cycle = isTwentyFour === null ? {} : { hourCycle: isTwentyFour ? ("h23" as const) : ("h12" as const) };
  const clock =
    clocks.get(String(isTwentyFour)) ?? new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit", ...cycle });
  clocks.set(String(isTwentyFour), clock);
  return clock.format(moment);
}

const withinYear = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const otherYear = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** A day, as a line between messages names it: Today, Yesterday, Thursday, 19 November. */
export function dayName(moment: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return (new Date(moment).getFullYear() === new Date(now).getFullYear() ? withinYear : otherYear).format(moment);
}

/** Midnight before a moment, here. */
export const startOfDay = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

const whole = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });

/** Day and time to the second, for who wants to know exactly. */
export const exactly = (moment: number): string => whole.format(moment);

const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const shortOld = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

/** When something was, in little room: 14:02 today, 19 Nov, 19 Nov 2024. */
export function shortly(moment: number, now: number, isTwentyFour: boolean | null): string {
  if (startOfDay(moment) === startOfDay(now)) return timeOfDay(moment, isTwentyFour);
  return (new Date(moment).getFullYear() === new Date(now).getFullYear() ? shortDay : shortOld).format(moment);
}
