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
