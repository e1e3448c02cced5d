import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { type DatabaseListeners, PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { ConnectionSettings, TransactionPooler } from "@parlance/kernel/db/pool.ts";
import type { Tracing } from "@parlance/kernel/tracing/tracing.ts";
import { lockOrder } from "./lock-order.ts";

interface DatabaseSettings {
  readonly connection: ConnectionSettings;
  readonly pooler?: TransactionPooler | undefined;
  readonly poolSize: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether transactions are checked while they run; see `lockOrder`. */
  readonly strict: boolean;
  /** Undefined if nothing is traced. */
  readonly tracing: Tracing | undefined;
}

/** Opens the server's connections to its database. Lost connections are logged. */
export function openDatabase(
  { connection, pooler, poolSize, clock, log, strict, tracing }: DatabaseSettings,
  listeners: DatabaseListeners,
): PostgresDatabase {
  const onError = (error: Error) => {
    if (!logOutage(log, error)) log.warn({ err: error }, "a connection to the database was lost");
  };
  const checks = { lockOrder: strict ? lockOrder : undefined };
  return new PostgresDatabase({ connection, pooler, poolSize, onError, clock, tracing, ...checks, ...listeners });
}
