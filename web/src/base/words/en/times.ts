// Moments and spans as people read them; all in milliseconds since 1970, in the time zone of this machine.
import { lazyGetter } from "../lazy-getter.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = lazyGetter(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));

/** How long before now something was: "3 minutes ago". */
export function ago(moment: number, now: number): string {
  const span = Math.max(0, now - moment);
  if (span < 45 * SECOND) return "just now";
  if (span < 45 * MINUTE) return relative().format(-Math.round(span / MINUTE), "minute");
  if (span < 22 * HOUR) return relative().format(-Math.round(span / HOUR), "hour");
  if (span < 26 * DAY) return relative().format(-Math.round(span / DAY), "day");
  return relative().format(-Math.max(1, Math.round(span / (30 * DAY))), "month");
}

// What every message shows is put together here: the browser's own formats take longer to load than the first screen may.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");

const two = (value: number): string => String(value).padStart(2, "0");

const halfDay = (date: Date, minutes: string): string =>
  `${date.getHours() % 12 || 12}:${minutes} ${date.getHours() < 12 ? "AM" : "PM"}`;

const dayAndMonth = (date: Date): string => `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}`;

/** The time of day: 14:02 or 2:02 PM, as the person's setting `twenty_four_hour_time` has it; null: as is usual. */
export function timeOfDay(moment: number, isTwentyFour: boolean | null): string {
  const date = new Date(moment);
  const minutes = two(date.getMinutes());
  return isTwentyFour === true ? `${two(date.getHours())}:${minutes}` : halfDay(date, minutes);
}

/** A day, as a line between messages names it: Today, Yesterday, Thursday, November 19. */
export function dayName(moment: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const date = new Date(moment);
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? dayAndMonth(date) : `${dayAndMonth(date)}, ${year}`;
}

/** Midnight before a moment, here. */
export const startOfDay = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

/** Day and time to the second, for who wants to know exactly. */
export function exactly(moment: number): string {
  const date = new Date(moment);
  const time = halfDay(date, `${two(date.getMinutes())}:${two(date.getSeconds())}`);
  return `${dayAndMonth(date)}, ${date.getFullYear()} at ${time}`;
}

const shortDay = lazyGetter(() => new Intl.DateTimeFormat("en", { day: "numeric", month: "short" }));
const shortOld = lazyGetter(() => new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" }));

/** When something was, in little room: 14:02 today, 19 Nov, 19 Nov 2024. */
export function shortly(moment: number, now: number, isTwentyFour: boolean | null): string {
  if (startOfDay(moment) === startOfDay(now)) return timeOfDay(moment, isTwentyFour);
  return (new Date(moment).getFullYear() === new Date(now).getFullYear() ? shortDay : shortOld)().format(moment);
}

const longDay = lazyGetter(() => new Intl.DateTimeFormat("en", { dateStyle: "long" }));

/** A day with its year: 19 November 2026. */
export const wholeDay = (moment: number): string => (Number.isNaN(moment) ? "" : longDay().format(moment));

/** The time of day in another time zone, with the day of the week where that is another one; null: there is no such zone. */
export function timeThere(now: number, timeZone: string, isTwentyFour: boolean | null): string | null {
  const cycle = isTwentyFour === null ? {} : { hourCycle: isTwentyFour ? ("h23" as const) : ("h12" as const) };
  try {
    const dayThere = new Intl.DateTimeFormat("en", { weekday: "long", timeZone }).format(now);
    const isOtherDay = dayThere !== new Intl.DateTimeFormat("en", { weekday: "long" }).format(now);
    const time = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit", timeZone, ...cycle }).format(now);
    return isOtherDay ? `${time}, ${dayThere}` : time;
  } catch {
    return null;
  }
}
