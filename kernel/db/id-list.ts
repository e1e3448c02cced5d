import { type RawBuilder, sql } from "kysely";

/** Ids as an array of the database. Of many thousands it is made, and sent, in a fraction of the time that a list takes. */
export const idList = (ids: readonly number[]): RawBuilder<number[]> => sql`${`{${ids.join()}}`}::bigint[]`;

/**
 * Whether an id is one of these, in tables that may have few rows now and very many in a moment. A statement that was planned
 * when there were few looks through the list of `= any` for every row, and of two long ones that takes many seconds; this one
 * never does. Where it is an index that finds the rows, `= any` finds them in the order in which they lie.
 */
export const isOneOf = (id: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> =>
  sql`${id} in (select unnest(${idList(ids)}))`;

/**
 * Whether an id is none of these, ascending: found by halves. `<> all` may look through the whole list for every row, and of
 * two long ones that takes many seconds.
 */
export function isNoneOf(id: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> {
  if (ids.length === 0) return sql`true`;
  return sql`(select own[width_bucket(${id}, own)] is distinct from ${id} from (select ${idList(ids)} as own) as list)`;
}
