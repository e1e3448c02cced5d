import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { attemptsLock } from "../locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import type { RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

interface Attempt {
  /** Kind of attempt, such as `password_reset`. */
  readonly kind: string;
  /** Subject that the attempt is counted for. Each subject is counted separately. */
  readonly subject: string;
  readonly rules: RateRules;
  readonly now: Date;
}

/**
 * Counts an attempt against a rate limit that applies across all processes. Rejected attempts are not counted. Call it
 * early in a transaction: other transactions that count for the same subject wait for its end.
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
    // The attempt that must leave the window before another one is allowed. It no longer counts if it is older than the
    // window.
    const oldest = attempts[capacity - 1];
    return oldest ? oldest.at.getTime() - before(now, seconds).getTime() : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw new RateLimitHit({ "retry-after": wait / 1000 });
  await tx.insertInto("attempt").values({ kind, subject, at: now }).execute();
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
