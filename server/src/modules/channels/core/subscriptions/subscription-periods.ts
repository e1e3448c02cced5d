import { sql, type RawBuilder } from "kysely";

/** A range of message ids or event ids. */
export interface SubscriptionPeriod {
  /** The last id before the period. */
  readonly from: number;
  /** The last id in the period. `null` if it has not ended. */
  readonly to: number | null;
}

/** True if a message or event is within the period. */
export const isWithinPeriod = (id: number, { from, to }: SubscriptionPeriod): boolean =>
  id > from && (to === null || id <= to);

/**
 * The same as a condition on rows that the query calls `row`: of `subscription_period`, or others with the same
 * columns.
 */
export function isWithinPeriodInSql(
  id: RawBuilder<unknown>,
  { row = "period", of = "message" }: { readonly row?: "period" | "muted"; readonly of?: "message" | "event" } = {},
): RawBuilder<boolean> {
  const [from, to] = [sql.ref(`${row}.from_${of}_id`), sql.ref(`${row}.to_${of}_id`)];
  return sql`(${id} > ${from} and (${to} is null or ${id} <= ${to}))`;
}

/**
 * Condition on rows that the query calls `period`: any of these messages, an array of ascending ids, is within the
 * period.
 */
export const isAnyWithinPeriodInSql = (ids: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  ${ids}[width_bucket(period.from_message_id, ${ids}) + 1] <= coalesce(period.to_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)`;
