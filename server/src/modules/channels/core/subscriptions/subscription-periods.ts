import { sql, type RawBuilder } from "kysely";

/** A period during which a user was subscribed to a channel, as a range of message ids or of event ids. */
export interface SubscriptionPeriod {
  /** The last id before the period; the period does not contain it. */
  readonly from: number;
  /** The last id that the period contains. `null` if the period has not ended. */
  readonly to: number | null;
}

/** True if the period contains the id of a message or event. */
export const isWithinPeriod = (id: number, { from, to }: SubscriptionPeriod): boolean =>
  id > from && (to === null || id <= to);

/**
 * SQL condition that a period contains an id. `row` is the alias that the query gives to the table with the periods:
 * `subscription_period`, or another table with the same columns.
 */
export function isWithinPeriodInSql(
  id: RawBuilder<unknown>,
  { row = "period", of = "message" }: { readonly row?: "period" | "muted"; readonly of?: "message" | "event" } = {},
): RawBuilder<boolean> {
  const [from, to] = [sql.ref(`${row}.from_${of}_id`), sql.ref(`${row}.to_${of}_id`)];
  return sql`(${id} > ${from} and (${to} is null or ${id} <= ${to}))`;
}

/**
 * SQL condition that a period contains at least one of the message ids, which must be an ascending array. The query
 * must give `subscription_period` the alias `period`.
 */
export const isAnyWithinPeriodInSql = (ids: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  ${ids}[width_bucket(period.from_message_id, ${ids}) + 1] <= coalesce(period.to_message_id, ${Number.MAX_SAFE_INTEGER}::bigint)`;
