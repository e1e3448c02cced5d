import { type RawBuilder, sql } from "kysely";
import type { AdvisoryLock } from "./lock-kind.ts";
import { lockOrderCheckerOf } from "./transaction.ts";
import type { Tx } from "./types.ts";

/** Takes an advisory lock until the end of the transaction, against all others who take or share it. */
export async function acquireLock(tx: Tx, lock: AdvisoryLock, key: number | string): Promise<void> {
  const number = typeof key === "number" ? sql`${key}::int` : sql`hashtext(${key})`;
  await sql`select pg_advisory_xact_lock(${lock.advisory}::int, ${number})`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(lock, [key]);
}

/** The same against those who take it, together with any number of others who share it. */
export async function acquireSharedLock(tx: Tx, lock: AdvisoryLock, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock.advisory}::int, ${key}::int)`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(lock, [key], "shared");
}

/** As `acquireLock`, for each id that a query finds, which has to put them in ascending order. */
export async function acquireLocks(tx: Tx, lock: AdvisoryLock, ids: RawBuilder<{ id: number }>): Promise<void> {
  // `offset 0` keeps the order: the locks are taken as the rows come.
  const { rows } = await sql<{ id: number }>`
    select id, pg_advisory_xact_lock(${lock.advisory}::int, id) from (${ids} offset 0) wanted`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(
    lock,
    rows.map(({ id }) => id),
  );
}
