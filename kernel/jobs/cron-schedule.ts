/** The lowest and highest value of each field of a cron expression: minute, hour, day of the month, month, weekday. */
const FIELD_RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Length of a minute, the unit of schedules, in milliseconds. */
export const MINUTE_MS = 60_000;

/** Returns whether a schedule contains a time. Seconds are ignored. */
export type CronSchedule = (time: Date) => boolean;

/**
 * Parses a cron expression with five fields in UTC. A field is `*`, a number or a range, each optionally followed by a
 * step such as `/5`, or a list of these. A time must match all fields.
 * @throws Error if the expression is invalid
 */
export function parseCron(cron: string): CronSchedule {
  const fields = cron.split(" ");
  if (fields.length !== FIELD_RANGES.length) throw new Error(`${cron} does not have ${FIELD_RANGES.length} fields`);
  const allowed = FIELD_RANGES.map((range, index) => parseField(fields[index] ?? "", range));
  return (time) => {
    const [hour, day, month] = [time.getUTCHours(), time.getUTCDate(), time.getUTCMonth() + 1];
    const values = [time.getUTCMinutes(), hour, day, month, time.getUTCDay()];
    return values.every((value, index) => allowed[index]?.has(value));
  };
}

function parseField(field: string, [smallest, largest]: readonly [number, number]): ReadonlySet<number> {
  const values = field.split(",").flatMap((part) => {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) throw new Error(`${field} is not a field of a cron expression`);
    const [from = String(smallest), to = match[1] ?? String(largest), step = "1"] = match.slice(1);
    const count = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
    return Array.from({ length: Math.max(0, count) }, (_, nth) => Number(from) + nth * Number(step));
  });
  if (values.length === 0 || values.some((value) => value < smallest || value > largest))
    throw new Error(`${field} is not within ${smallest} to ${largest}`);
  return new Set(values);
}
