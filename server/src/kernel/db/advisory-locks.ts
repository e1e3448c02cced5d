import { type RawBuilder, sql } from "kysely";
import { advisoryClass, type AdvisoryLock } from "./lock-order.ts";
import { lockOrderCheckerOf } from "./transaction.ts";
import type { Tx } from "./types.ts";

/** Takes a lock of the table in lock-order.ts until the end of the transaction, against all others who take or share it. */
export async function acquireLock(tx: Tx, name: AdvisoryLock, key: number | string): Promise<void> {
  const number = typeof key === "number" ? sql`${key}::int` : sql`hashtext(${key})`;
  await sql`select pg_advisory_xact_lock(${advisoryClass(name)}::int, ${number})`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(name, [key]);
}

/** The same against those who take it, together with any number of others who share it. */
export async function acquireSharedLock(tx: Tx, name: AdvisoryLock, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${advisoryClass(name)}::int, ${key}::int)`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(name, [key], "shared");
}

/** As `acquireLock`, for each id that a query finds, which has to put them in ascending order. */
export async function acquireLocks(tx: Tx, name: AdvisoryLock, ids: RawBuilder<{ id: number }>): Promise<void> {
  // `offset 0` keeps the order: the locks are taken as the rows come.
  const { rows } = await sql<{ id: number }>`
    select id, pg_advisory_xact_lock(${advisoryClass(name)}::int, id) from (${ids} offset 0) wanted`.execute(tx);
  lockOrderCheckerOf(tx)?.recordAcquired(
    name,
    rows.map(({ id }) => id),
  );
}
