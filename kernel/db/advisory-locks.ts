import { type RawBuilder, sql } from "kysely";
import type { AdvisoryLock } from "./lock-kind.ts";
import { lockOrderCheckerOf } from "./transaction.ts";
import type { Tx } from "./types.ts";

/**
 * Acquires an advisory lock exclusively, until the end of the transaction: no other transaction can hold or share the
 * lock.
 */
export async function acquireLock(tx: Tx, lock: AdvisoryLock, key: number | string): Promise<void> {
  const number = typeof key === "number" ? sql`${key}::int` : sql`hashtext(${key})`;
  await sql`select pg_advisory_xact_lock(${lock.advisory}::int, ${number})`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(lock, [key]);
}

/**
 * Acquires the lock in shared mode: several transactions can share the lock, but no transaction can hold it exclusively
 * at the same time.
 */
export async function acquireSharedLock(tx: Tx, lock: AdvisoryLock, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock.advisory}::int, ${key}::int)`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(lock, [key], "shared");
}

/**
 * Acquires a lock for each id that the query returns, until the end of the transaction. The query must return the ids
 * in ascending order.
 */
export async function acquireLocks(tx: Tx, lock: AdvisoryLock, ids: RawBuilder<{ id: number }>): Promise<void> {
  // `offset 0` preserves the order: the locks are acquired in the order of the rows.
  const { rows } = await sql<{ id: number }>`
    select id, pg_advisory_xact_lock(${lock.advisory}::int, id) from (${ids} offset 0) wanted`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(
    lock,
    rows.map(({ id }) => id),
  );
}
