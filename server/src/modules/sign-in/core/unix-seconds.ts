import { sql } from "kysely";

/** Selects a column with a time as a UNIX timestamp in seconds, under the column's name. */
export const unixSeconds = <Name extends string>(column: Name) =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int8`.as(column);

/** Selects a nullable column with a time as a UNIX timestamp in seconds, under the column's name. */
export const nullableUnixSeconds = <Name extends string>(column: Name) =>
  sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::int8`.as(column);
