import { sql } from "kysely";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";

export interface DatabaseMetricsSources {
  readonly metrics: Metrics;
  readonly db: PostgresDatabase;
}

/** Registers metrics of the database: its state, the pool of connections, and the transactions of this process. */
export function registerDatabaseMetrics({ metrics, db }: DatabaseMetricsSources): void {
  registerStateMetrics(metrics, db);
  registerPoolMetrics(metrics, db);
  const { show, showDistribution } = metrics;
  showDistribution(
    "parlance_database_transaction_duration_seconds",
    "Duration of transactions that write, up to their commit, including retries",
    () => db.measures.transactions,
  );
  showDistribution(
    "parlance_database_flush_duration_seconds",
    "Time from the commit of a transaction until it was on disk",
    () => db.measures.flushes,
  );
  show({
    name: "parlance_database_retries_total",
    help: "Transactions that were tried again, because they conflicted with another one",
    read: () => db.measures.retries,
  });
}

function registerStateMetrics({ show, cache }: Metrics, db: PostgresDatabase): void {
  const probe = cache(async () => {
    const startedAt = performance.now();
    const isUp = await db.probe().then(
      () => 1,
      () => 0,
    );
    return { isUp, seconds: (performance.now() - startedAt) / 1000 };
  });
  show({
    name: "parlance_database_up",
    help: "1 if the database responds and a connection is available, otherwise 0, as in `/ready`",
    read: async () => (await probe())?.isUp,
  });
  show({
    name: "parlance_database_probe_seconds",
    help: "How long the database took to respond to a trivial query",
    read: async () => (await probe())?.seconds,
  });
  show({
    name: "parlance_database_size_bytes",
    help: "Size of the database on its disk",
    read: cache(() => loadDatabaseSize(db.reader)),
  });
}

function registerPoolMetrics({ show }: Metrics, db: PostgresDatabase): void {
  show({
    name: "parlance_database_connections",
    help: "Connections of this process's pool, by state: used or idle",
    labels: ["state"],
    read() {
      const { totalCount, idleCount } = db.pool;
      return [
        { labels: { state: "used" }, value: totalCount - idleCount },
        { labels: { state: "idle" }, value: idleCount },
      ];
    },
  });
  show({
    name: "parlance_database_connections_max",
    help: "Maximum number of connections of this process's pool: `PARLANCE_DATABASE_POOL_SIZE`",
    read: () => db.pool.options.max,
  });
  show({
    name: "parlance_database_waiting",
    help: "Requests and jobs that wait for a connection of the pool",
    read: () => db.pool.waitingCount,
  });
  show({
    name: "parlance_database_waits_total",
    help: "Times that a request or a job had to wait for a connection of the pool",
    read: () => db.poolWaits.count,
  });
  show({
    name: "parlance_database_wait_seconds_total",
    help: "Total time for which requests and jobs waited for a connection of the pool",
    read: () => db.poolWaits.milliseconds / 1000,
  });
}

async function loadDatabaseSize(db: Reader): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows[0]?.bytes;
}
