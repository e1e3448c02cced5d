import { sql, type RawBuilder } from "kysely";

/** A stretch of messages, or of events, by their ids. */
export interface SubscriptionPeriod {
  /** The last one before it. */
  readonly from: number;
  /** The last one within it; null: it goes on. */
  readonly to: number | null;
}

/** Whether a message, or an event, is within. */
export const isWithinPeriod = (id: number, { from, to }: SubscriptionPeriod): boolean =>
  id > from && (to === null || id <= to);

/** The same, of rows that the query calls by this name: of `subscription_period`, or others with such columns. */
export function isWithinPeriodInSql(
  id: RawBuilder<unknown>,
  { row = "period", of = "message" }: { readonly row?: "period" | "muted"; readonly of?: "message" | "event" } = {},
): RawBuilder<boolean> {
  const [from, to] = [sql.ref(`${row}.from_${of}_id`), sql.ref(`${row}.to_${of}_id`)];
  return sql`(${id} > ${from} and (${to} is null or ${id} <= ${to}))`;
}

/** Whether any of these messages, ascending ids in an array, is within: of rows that the query calls `period`. */
export const isAnyWithinPeriodInSql = (ids: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  ${ids}[width_bucket(period.from_message_id, ${ids}) + 1] <= coalesce(period.to_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)`;
