import type { Database } from "#kernel/db/types.ts";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { z } from "zod";
import { TooManyLogins } from "./errors.ts";

const WINDOW_MS = 1800 * 1000;
const MOST_FAILURES = 5;

/** Whose logins are counted together: a name that somebody tries, whether there is such an account or not. */
export interface LoginName {
  readonly realmId: number;
  /** In lower case. */
  readonly usernameKey: string;
}

/**
 * Counts an organization's wrong passwords by username, for all processes, and refuses when there were too many of late.
 * @throws TooManyLogins
 * @returns how many there were
 */
export async function refuseTooManyLogins(
  db: Database,
  name: LoginName,
  now: Date,
): Promise<number> {
  const failures = await db.reader
    .selectFrom("login_failure")
    .select("at")
    .where("realm_id", "=", name.realmId)
    .where("username_key", "=", name.usernameKey)
    .where("at", ">", new Date(now.getTime() - WINDOW_MS))
    .orderBy("at", "desc")
    .limit(MOST_FAILURES)
    .execute();
  const oldest = failures[MOST_FAILURES - 1];
  if (oldest)
    throw new TooManyLogins({
      "retry-after": (oldest.at.getTime() + WINDOW_MS - now.getTime()) / 1000,
    });
  return failures.length;
}

export async function recordLoginFailure(db: Database, name: LoginName, now: Date): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .insertInto("login_failure")
      .values({ realm_id: name.realmId, username_key: name.usernameKey, at: now })
      .execute();
  });
}

/** Forgets the failures of a name, since its owner has shown up. */
export async function clearLoginFailures(db: Database, name: LoginName): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .deleteFrom("login_failure")
      .where("realm_id", "=", name.realmId)
      .where("username_key", "=", name.usernameKey)
      .execute();
  });
}

/** Deletes failures that count no more. */
export const pruneLoginFailures: JobDeclaration = {
  name: "prune-login-failures",
  payload: z.object({}),
  schedule: "23 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - WINDOW_MS);
    await db.write(async (tx) => {
      await tx.deleteFrom("login_failure").where("at", "<=", before).execute();
    });
  },
};
