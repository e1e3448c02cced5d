import { isIPv6 } from "node:net";

/** At most so many within so many seconds. */
export interface AttemptRule {
  readonly seconds: number;
  readonly most: number;
}

/** Attempts are forgotten after this time. */
export const LONGEST_WINDOW_SECONDS = 86_400;

const HOUR = 3600;
const DAY = 86_400;

/** Kinds of attempts with their rules, for `countAttempt`. */
export const limits = {
  /** Letters for a forgotten password, by address in lower case. */
  passwordReset: {
    kind: "password_reset",
    rules: [
      { seconds: HOUR, most: 2 },
      { seconds: DAY, most: 5 },
    ],
  },
  /** Letters to addresses that somebody wants to have, by account. */
  emailChange: {
    kind: "email_change",
    rules: [
      { seconds: HOUR, most: 2 },
      { seconds: DAY, most: 5 },
    ],
  },
  /** Letters that somebody who is not signed in causes, by `network` of their address. */
  mailFromNetwork: { kind: "mail_from_network", rules: [{ seconds: DAY, most: 5 }] },
} as const;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** What is counted as one caller: an IPv4 address, or the 64 bits of an IPv6 address that a provider gives to one. */
export function network(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  // The URL parser writes an address in its shortest form; the first four groups are what we want of the long one.
  const [head = "", tail] = new URL(`http://[${ip.split("%")[0]}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => "0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
