import type { Reader } from "#kernel/db/types.ts";
import { TooManyAttempts } from "./errors.ts";

/** How long a wrong password counts, in milliseconds. */
export const LOGIN_WINDOW_MS = 1800 * 1000;
const MOST_FAILURES = 5;

/** Whose logins are counted together: a name that somebody tries, whether there is such an account or not. */
export interface LoginName {
  readonly realmId: number;
  /** In lower case. */
  readonly usernameKey: string;
}

/**
 * Refuses where there were too many wrong passwords for a name of late, whichever process saw them.
 * @throws TooManyAttempts
 * @returns how many there were
 */
export async function refuseTooManyLogins(db: Reader, name: LoginName, now: Date): Promise<number> {
  const failures = await db
    .selectFrom("login_failure")
    .select("at")
    .where("realm_id", "=", name.realmId)
    .where("username_key", "=", name.usernameKey)
    .where("at", ">", new Date(now.getTime() - LOGIN_WINDOW_MS))
    .orderBy("at", "desc")
    .limit(MOST_FAILURES)
    .execute();
  const oldest = failures[MOST_FAILURES - 1];
  if (oldest)
    throw new TooManyAttempts({ "retry-after": (oldest.at.getTime() + LOGIN_WINDOW_MS - now.getTime()) / 1000 });
  return failures.length;
}
