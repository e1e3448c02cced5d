const UNIX_SECONDS = /^-?\d{1,12}(?:\.\d{1,9})?$/;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = String.raw`(?<month>(?:${MONTHS.join("|")})[a-z]{0,6})\.?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>\d{4})`;
const CLOCK = String.raw`(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?)?(?: ?(?<half>[ap])\.?m\.?)?`;
const COMPACT_CLOCK = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?`;
/**
 * Offsets from UTC in hours, by the time zone's abbreviation. If an abbreviation has several meanings, the most
 * frequent one is used.
 */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  sast: 2,
  ist: 5.5,
  pkt: 5,
  wib: 7,
  sgt: 8,
  hkt: 8,
  awst: 8,
  jst: 9,
  kst: 9,
  acst: 9.5,
  acdt: 10.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  nst: -3.5,
  ndt: -2.5,
  brt: -3,
  adt: -3,
  ast: -4,
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
  akdt: -8,
  akst: -9,
  hst: -10,
};
const ZONE = String.raw`(?: ?(?<zone>${Object.keys(ZONES).join("|")}))?(?: ?(?<sign>[+-])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)?`;
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.? )?`;

/** Patterns of common date notations. If the order of day and month is ambiguous, the month is first. */
const DATES = [
  String.raw`${YEAR}[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`${YEAR}(?<month>\d\d)(?<day>\d\d)`,
  String.raw`(?<month>0?[1-9]|1[0-2])[-/.](?<day>\d{1,2})[-/.]${YEAR}`,
  String.raw`(?<day>1[3-9]|[23]\d)[-/.](?<month>\d{1,2})[-/.]${YEAR}`,
  String.raw`${MONTH} ${DAY} ${YEAR}`,
  String.raw`${DAY}[ -](?:of )?${MONTH}[ -]${YEAR}`,
  String.raw`${YEAR} ${MONTH} ${DAY}`,
];
const FORMS: readonly RegExp[] = DATES.flatMap((date) => [
  `${WEEKDAY}${date}(?:(?: at)? ?t? ?${CLOCK}${ZONE})?`,
  `${WEEKDAY}${date}t${COMPACT_CLOCK}${ZONE}`,
  `${CLOCK}${ZONE}(?: on)? ${WEEKDAY}${date}`,
]).map((form) => new RegExp(`^${form}$`));

/**
 * Parses a time and returns it in UTC, in whole seconds, such as `2031-02-02T22:35:06Z`. Returns null if the text is
 * not a time. Accepts seconds since 1970, ISO 8601, and common notations of a date with or without a time. A time
 * without a time zone is UTC.
 */
export function parseTime(text: string): string | null {
  const milliseconds = UNIX_SECONDS.test(text) ? Number(text) * 1000 : parseDateText(text);
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().replace(/\.\d+Z$/, "Z") : null;
}

function parseDateText(text: string): number {
  const plain = text
    .toLowerCase()
    .replaceAll(/[\s,]+/g, " ")
    .trim();
  for (const form of FORMS) {
    const parts = form.exec(plain)?.groups;
    if (parts) return timeFromParts(parts);
  }
  return Number.NaN;
}

function timeFromParts(parts: Readonly<Record<string, string | undefined>>): number {
  const number = (name: string) => Number(parts[name] ?? 0);
  const month = MONTHS.indexOf((parts["month"] ?? "").slice(0, 3)) + 1 || number("month");
  const hour = parts["half"] === undefined ? number("hour") : to24Hour(number("hour"), parts["half"]);
  const midnight = new Date(0);
  midnight.setUTCFullYear(number("year"), month - 1, number("day"));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === number("day");
  const isOnClock = hour <= 23 && number("minute") <= 59 && number("second") <= 59;
  const written = (number("zoneHour") * 60 + number("zoneMinute")) * (parts["sign"] === "-" ? -1 : 1);
  const offset = (ZONES[parts["zone"] ?? "z"] ?? 0) * 60 + written;
  if (!exists || !isOnClock || number("zoneHour") > 23 || number("zoneMinute") > 59) return Number.NaN;
  return midnight.getTime() + ((hour * 60 + number("minute") - offset) * 60 + number("second")) * 1000;
}

/** Converts the hour of a 12-hour clock to the hour of the day. */
const to24Hour = (hour: number, half: string): number =>
  hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === "p" ? 12 : 0);
