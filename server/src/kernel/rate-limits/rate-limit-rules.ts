/** At most so many within so many seconds. */
export interface RateRule {
  readonly seconds: number;
  readonly capacity: number;
}

/** All of them have to allow it; none: anything goes. */
export type RateRules = readonly RateRule[];

/** What is limited, each by rules of its own. */
export type LimitName =
  /** What an account asks for, by the cost of each operation. */
  | "account"
  /** The same for what asks without an account, by network. */
  | "address"
  /** Fetching one file without an account. */
  | "file"
  /** Wrong passwords: by name and network together, by name alone, by network alone. */
  | "login"
  | "loginOfName"
  | "loginFromAddress"
  /** Letters that strangers cause: to one address for a forgotten password or a join, and from one network. */
  | "passwordReset"
  | "join"
  | "mailFromAddress"
  /** Letters to new addresses, by account. */
  | "emailChange"
  | OperationLimit;

/** What an endpoint may count besides its cost, by account. */
export type OperationLimit =
  | "apiKeys"
  | "creations"
  | "edits"
  | "invitations"
  | "registrations"
  | "reports"
  | "uploads";

export type RateLimitRules = Readonly<Record<LimitName, RateRules>>;

/** Longest time that a rule may look back: what was counted is forgotten then. */
export const MAX_WINDOW_SECONDS = 86_400;

const MAX_CAPACITY = 1_000_000;

/** Reads `seconds:count` between commas, or `off` for no rule at all; null for anything else. */
export function parseRateRules(text: string): RateRules | null {
  if (text.trim() === "off") return [];
  const rules = text.split(",").map((part) => {
    const [, seconds, most] = /^\s*(\d{1,5}):(\d{1,7})\s*$/.exec(part) ?? [];
    return { seconds: Number(seconds), capacity: Number(most) };
  });
  const isUsable = ({ seconds, capacity }: RateRule) =>
    seconds >= 1 && seconds <= MAX_WINDOW_SECONDS && capacity >= 1 && capacity <= MAX_CAPACITY;
  return rules.every(isUsable) ? rules : null;
}
