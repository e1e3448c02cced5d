// Determines when a user's notifications are paused: until a given time (Do not disturb), and at the same hours each
// week (quiet hours).

/**
 * A period without notifications. It starts at `from` on each of `days`. If `to` is not after `from`, the period ends
 * on the next day.
 */
export interface QuietPeriod {
  /** Days of the week, from 1 (Monday) to 7 (Sunday). */
  readonly days: ReadonlySet<number>;
  /** Start and end of the period, in minutes after midnight. */
  readonly from: number;
  readonly to: number;
}

/** The user settings that pause notifications. */
export interface QuietSettings {
  /** End of Do not disturb, in seconds since 1970. A time in the past has no effect. */
  readonly do_not_disturb_until: number;
  /** Quiet hours, in the format that `parseQuietHours` parses. */
  readonly quiet_hours: string;
}

/** Value of `do_not_disturb_until` that pauses notifications until the user turns Do not disturb off. */
export const INDEFINITE_PAUSE_SECONDS = 253_402_300_799;

const PERIOD = /^(?<days>[1-7]{1,7}) (?<from>[0-2]\d:[0-5]\d)-(?<to>[0-2]\d:[0-5]\d)$/;
const DAY_MINUTES = 24 * 60;
const MAX_PERIODS = 10;

/**
 * Parses quiet hours such as `12345 22:00-07:00, 67 00:00-24:00`: the numbers of weekdays, 1 being Monday, and a start
 * and end. Returns null if the text is malformed or contains more than `MAX_PERIODS` periods.
 */
export function parseQuietHours(text: string): readonly QuietPeriod[] | null {
  if (text === "") return [];
  const periods = text.split(", ").map((part) => {
    const { days, from, to } = PERIOD.exec(part)?.groups ?? {};
    return { days: new Set([...(days ?? "")].map(Number)), from: parseMinutes(from), to: parseMinutes(to) };
  });
  const isGood = periods.every(({ days, from, to }) => days.size > 0 && from < DAY_MINUTES && to <= DAY_MINUTES);
  return isGood && periods.length <= MAX_PERIODS ? periods : null;
}

/** Formats periods. `parseQuietHours` parses the result to the same periods. */
export const formatQuietHours = (periods: readonly QuietPeriod[]): string =>
  periods
    .map(
      ({ days, from, to }) =>
        `${[...days].toSorted((a, b) => a - b).join("")} ${formatMinutes(from)}-${formatMinutes(to)}`,
    )
    .join(", ");

/** Returns true if the user's notifications are paused at this time. If the time zone is unknown, UTC is used. */
export function isQuiet(settings: QuietSettings, timeZone: string, nowMs: number): boolean {
  if (settings.do_not_disturb_until * 1000 > nowMs) return true;
  if (settings.quiet_hours === "") return false;
  const { day, minute } = weekMinuteIn(timeZone, nowMs);
  const before = day === 1 ? 7 : day - 1;
  return (parseQuietHours(settings.quiet_hours) ?? []).some(({ days, from, to }) => {
    if (to > from) return days.has(day) && minute >= from && minute < to;
    return (days.has(day) && minute >= from) || (days.has(before) && minute < to);
  });
}

function parseMinutes(text = "99:00"): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

const padTwoDigits = (value: number): string => String(value).padStart(2, "0");
const formatMinutes = (minutes: number): string =>
  `${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}`;

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const fields = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en", { ...fields, timeZone: timeZone === "" ? "UTC" : timeZone });
  } catch {
    format = new Intl.DateTimeFormat("en", { ...fields, timeZone: "UTC" });
  }
  formats.set(timeZone, format);
  return format;
}

function weekMinuteIn(timeZone: string, nowMs: number): { readonly day: number; readonly minute: number } {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(nowMs)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: weekdays.indexOf(parts.get("weekday") ?? "Mon") + 1,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}
