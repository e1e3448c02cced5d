import type { Setting } from "../config/setting.ts";

/** A rule: a budget of `capacity`, which refills evenly within `seconds`; see `Bucket`. */
export interface RateRule {
  readonly seconds: number;
  readonly capacity: number;
}

/** Rules, all of which must allow a request. An empty list allows every request. */
export type RateRules = readonly RateRule[];

/** A rate limit. Declared by the module whose requests it counts. */
export interface RateLimit<Name extends string = string> {
  readonly name: Name;
  /** The setting of its rules. */
  readonly setting: Setting<string>;
}

/** The rules of limits, by their names. */
export type RateLimitRules<Name extends string = string> = Readonly<Record<Name, RateRules>>;

/** Maximum period of a rule, in seconds. */
export const MAX_WINDOW_SECONDS = 86_400;

const MAX_CAPACITY = 1_000_000;

/** Parses comma-separated `seconds:count` rules, or `off` for an empty list. Returns null for any other text. */
export function parseRateRules(text: string): RateRules | null {
  if (text.trim() === "off") return [];
  const rules = text.split(",").map((part) => {
    const [, seconds, capacity] = /^\s*(\d{1,5}):(\d{1,7})\s*$/.exec(part) ?? [];
    return { seconds: Number(seconds), capacity: Number(capacity) };
  });
  const isUsable = ({ seconds, capacity }: RateRule) =>
    seconds >= 1 && seconds <= MAX_WINDOW_SECONDS && capacity >= 1 && capacity <= MAX_CAPACITY;
  return rules.every(isUsable) ? rules : null;
}
