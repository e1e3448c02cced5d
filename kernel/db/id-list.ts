import { type RawBuilder, sql } from "kysely";

/**
 * Ids as a PostgreSQL array. With many thousands of ids, building and sending an array takes a fraction of the time
 * that a list of parameters takes.
 */
export const idList = (ids: readonly number[]): RawBuilder<number[]> => sql`${`{${ids.join()}}`}::bigint[]`;

/**
 * Condition that an id is in a list, for tables that may have few rows now and very many soon. PostgreSQL may plan `=
 * any` for few rows and then scan the list for every row, which takes many seconds if both are long; this form never
 * does so. Where rows are found by an index, prefer `= any`, which reads them in their physical order.
 */
export const isOneOf = (id: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> =>
  sql`${id} in (select unnest(${idList(ids)}))`;

/**
 * Condition that an id is not in an ascending list, checked with a binary search. `<> all` may scan the list for every
 * row, which takes many seconds if there are many rows and many ids.
 */
export function isNoneOf(id: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> {
  if (ids.length === 0) return sql`true`;
  return sql`(select own[width_bucket(${id}, own)] is distinct from ${id} from (select ${idList(ids)} as own) as list)`;
}
