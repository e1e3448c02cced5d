// Formats times and durations. Times are in milliseconds since 1970, and are shown in the time zone of this device.
import { lazyGetter } from "../lazy-getter.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = lazyGetter(() => new Intl.RelativeTimeFormat("en", { numeric: "auto" }));

/** Formats how long ago a time was: "3 minutes ago". */
export function ago(moment: number, now: number): string {
  const span = Math.max(0, now - moment);
  if (span < 45 * SECOND) return "just now";
  if (span < 45 * MINUTE) return relative().format(-Math.round(span / MINUTE), "minute");
  if (span < 22 * HOUR) return relative().format(-Math.round(span / HOUR), "hour");
  if (span < 26 * DAY) return relative().format(-Math.round(span / DAY), "day");
  return relative().format(-Math.max(1, Math.round(span / (30 * DAY))), "month");
}

// The formats that every message needs are implemented here: loading the data for `Intl.DateTimeFormat` would delay the
// first screen.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");

const two = (value: number): string => String(value).padStart(2, "0");

const halfDay = (date: Date, minutes: string): string =>
  `${date.getHours() % 12 || 12}:${minutes} ${date.getHours() < 12 ? "AM" : "PM"}`;

const dayAndMonth = (date: Date): string => `${WEEKDAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}`;

/**
 * Formats the time of day: 14:02 or 2:02 PM, according to the user's setting `twenty_four_hour_time`. Null stands for
 * the usual format of the language.
 */
export function timeOfDay(moment: number, isTwentyFour: boolean | null): string {
  const date = new Date(moment);
  const minutes = two(date.getMinutes());
  return isTwentyFour === true ? `${two(date.getHours())}:${minutes}` : halfDay(date, minutes);
}

/**
 * Formats a day for the day separators between messages: "Today", "Yesterday" or "Thursday, November 19", with the year
 * if it is not the current one.
 */
export function dayName(moment: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const date = new Date(moment);
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? dayAndMonth(date) : `${dayAndMonth(date)}, ${year}`;
}

/** Returns the start of the day that a time belongs to, in the time zone of this device. */
export const startOfDay = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

/** Formats the date and the time of day, to the second. */
export function exactly(moment: number): string {
  const date = new Date(moment);
  const time = halfDay(date, `${two(date.getMinutes())}:${two(date.getSeconds())}`);
  return `${dayAndMonth(date)}, ${date.getFullYear()} at ${time}`;
}

const shortDay = lazyGetter(() => new Intl.DateTimeFormat("en", { day: "numeric", month: "short" }));
const shortOld = lazyGetter(() => new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" }));

/**
 * Formats a time briefly: "2:02 PM" if it is today, "Nov 19" if it is in the current year, otherwise "Nov 19, 2024".
 */
export function shortly(moment: number, now: number, isTwentyFour: boolean | null): string {
  if (startOfDay(moment) === startOfDay(now)) return timeOfDay(moment, isTwentyFour);
  return (new Date(moment).getFullYear() === new Date(now).getFullYear() ? shortDay : shortOld)().format(moment);
}

const longDay = lazyGetter(() => new Intl.DateTimeFormat("en", { dateStyle: "long" }));

/** Formats a date with its year: November 19, 2026. */
export const wholeDay = (moment: number): string => (Number.isNaN(moment) ? "" : longDay().format(moment));

/**
 * Formats the current time of day in another time zone. Adds the day of the week if it is not the same as on this
 * device. Returns null for an unknown time zone.
 */
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
