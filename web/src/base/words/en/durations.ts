import { plural } from "./grammar.ts";

const units = [
  { seconds: 86_400, one: "day", many: "days" },
  { seconds: 3_600, one: "hour", many: "hours" },
  { seconds: 60, one: "minute", many: "minutes" },
  { seconds: 1, one: "second", many: "seconds" },
] as const;

/**
 * Formats a duration in the largest unit of which it is a whole multiple: "2 hours" for 7200, "90 minutes" for 5400.
 */
export function durationOf(seconds: number): string {
  const unit = units.find((one) => seconds % one.seconds === 0) ?? units[3];
  const count = seconds / unit.seconds;
  return plural(count, `1 ${unit.one}`, `${count} ${unit.many}`);
}
