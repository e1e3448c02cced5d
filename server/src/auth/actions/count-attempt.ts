import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { type AttemptRule, LONGEST_WINDOW_SECONDS } from "../attempts.ts";
import { TooManyAttempts } from "../errors.ts";

interface Attempt {
  /** What is attempted, such as `password_reset`. */
  readonly kind: string;
  /** By or for whom: each subject is counted apart. */
  readonly subject: string;
  /** All of them have to allow it. Their windows are at most `LONGEST_WINDOW_SECONDS`. */
  readonly rules: readonly AttemptRule[];
  readonly now: Date;
}

/**
 * Counts something that may be done only so often, whichever process is asked. What is refused is not counted. To be
 * called early in a transaction: others that count for the same subject wait for its end.
 * @throws TooManyAttempts
 */
export async function countAttempt(tx: Tx, { kind, subject, rules, now }: Attempt): Promise<void> {
  if (rules.some(({ seconds }) => seconds > LONGEST_WINDOW_SECONDS))
    throw new RangeError("attempts are pruned earlier");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attempt:${kind}:${subject}`}, 0))`.execute(tx);
  const longest = Math.max(...rules.map(({ seconds }) => seconds));
  const attempts = await tx
    .selectFrom("attempt")
    .select("at")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("at", ">", before(now, longest))
    .orderBy("at", "desc")
    .limit(Math.max(...rules.map(({ most }) => most)))
    .execute();
  const waits = rules.map(({ seconds, most }) => {
    // The one whose end of counting makes room; it counts no more where it is older than the window.
    const oldest = attempts[most - 1];
    return oldest ? oldest.at.getTime() - before(now, seconds).getTime() : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw new TooManyAttempts({ "retry-after": wait / 1000 });
  await tx.insertInto("attempt").values({ kind, subject, at: now }).execute();
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
