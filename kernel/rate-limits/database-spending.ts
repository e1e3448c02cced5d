import type pg from "pg";
import type { SharedSpending, Spending } from "./shared-buckets.ts";

/**
 * Adds spending. Uses the database's clock, which is the same for all processes. Rows are locked in a fixed order, so
 * that processes cannot deadlock.
 */
const ADD_STATEMENT = `
  insert into rate_share as share (bucket, full_at)
  select bucket, statement_timestamp() + make_interval(secs => spent)
  from unnest($1::text[], $2::float8[]) as spending (bucket, spent) order by bucket
  on conflict (bucket) do update
  set full_at = greatest(share.full_at, statement_timestamp()) + (excluded.full_at - statement_timestamp())
  returning bucket, extract(epoch from full_at - statement_timestamp())::float8 as seconds`;

/** Creates the store in which processes share their spending, as a table of the database. */
export const createDatabaseSpending = (pool: pg.Pool): SharedSpending => ({
  async add(spending: readonly Spending[]): Promise<readonly number[]> {
    const names = spending.map(({ name }) => name);
    const spent = spending.map(({ seconds }) => seconds);
    const { rows } = await pool.query<{ bucket: string; seconds: number }>(ADD_STATEMENT, [names, spent]);
    const byName = new Map(rows.map(({ bucket, seconds }) => [bucket, seconds]));
    return names.map((name) => byName.get(name) ?? 0);
  },
});
