import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { attemptsLock } from "../locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import type { RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

interface Attempt {
  /** What is attempted, such as `password_reset`. */
  readonly kind: string;
  /** By or for whom: each subject is counted apart. */
  readonly subject: string;
  readonly rules: RateRules;
  readonly now: Date;
}

/**
 * Counts something that may be done only so often, whichever process is asked. What is refused is not counted. To be
 * called early in a transaction: others that count for the same subject wait for its end.
 * @throws RateLimitHit
 */
export async function countAttempt(tx: Tx, { kind, subject, rules, now }: Attempt): Promise<void> {
  if (rules.length === 0) return;
  await acquireLock(tx, attemptsLock, `${kind}:${subject}`);
  const longest = Math.max(...rules.map(({ seconds }) => seconds));
  const attempts = await tx
    .selectFrom("attempt")
    .select("at")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("at", ">", before(now, longest))
    .orderBy("at", "desc")
    .limit(Math.max(...rules.map(({ capacity }) => capacity)))
    .execute();
  const waits = rules.map(({ seconds, capacity }) => {
    // The one whose end of counting makes room; it counts no more where it is older than the window.
    const oldest = attempts[capacity - 1];
    return oldest ? oldest.at.getTime() - before(now, seconds).getTime() : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw new RateLimitHit({ "retry-after": wait / 1000 });
  await tx.insertInto("attempt").values({ kind, subject, at: now }).execute();
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
