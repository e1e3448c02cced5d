import { sql } from "kysely";
import type { TestServer } from "./test-server.ts";
import { until } from "../until.ts";

/**
 * Waits until so many transactions in a server's database wait for others. `statement`: what theirs look like, as a
 * regular expression; by default like anything.
 */
export async function untilTransactionsBlocked(
  { db }: Pick<TestServer, "db">,
  count: number,
  statement = "",
): Promise<void> {
  const waiting = sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ ${statement}`;
  await until(async () => ((await waiting.execute(db.reader)).rows[0]?.waiting ?? 0) >= count);
}

/** Waits until so many polls wait at a server. */
export async function untilPollsWaiting({ queues }: Pick<TestServer, "queues">, count: number): Promise<void> {
  await until(() => queues.size.waiting >= count);
}
