import { acquireLock } from "@parlance/kernel/db/advisory-locks.ts";
import { attemptsLock } from "../locks.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import type { RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

interface Attempt {
  /** Kind of attempt, such as `password_reset`. */
  readonly kind: string;
  /** Subject for which the attempt is counted, such as an email address or a network. */
  readonly subject: string;
  readonly rules: RateRules;
  readonly now: Date;
}

/**
 * Counts an attempt against a rate limit that is shared by all processes. Rejected attempts are not counted. Other
 * transactions that count attempts for the same subject wait until this transaction ends.
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
    // The oldest attempt that must be out of the time window before another attempt is allowed.
    const oldest = attempts[capacity - 1];
    return oldest ? oldest.at.getTime() - before(now, seconds).getTime() : 0;
  });
  const wait = Math.max(...waits);
  if (wait > 0) throw new RateLimitHit({ "retry-after": wait / 1000 });
  await tx.insertInto("attempt").values({ kind, subject, at: now }).execute();
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
