import { sql } from "kysely";
import type { TestServer } from "./test-server.ts";
import { until } from "../until.ts";

/**
 * Waits until at least `count` transactions in a server's database wait for locks. `statement`: regular expression for
 * the waiting statements; by default, all count.
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

/** Waits until at least `count` polls are waiting at a server. */
export async function untilPollsWaiting({ queues }: Pick<TestServer, "queues">, count: number): Promise<void> {
  await until(() => queues.size.waiting >= count);
}
