import { sql, type RawBuilder } from "kysely";

/** A range of message ids in which a search finds at most `limit` messages, starting from the newest or the oldest. */
export interface IdRange {
  /** Returns the condition that an id is in the range, given the column with the id. */
  readonly ids: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  readonly from: "newest" | "oldest";
  /**
   * The end of the range at which the search starts. If it starts from the newest, all ids in the range are below this
   * boundary. If it starts from the oldest, all ids are at or above it.
   */
  readonly boundary: number;
  /** Maximum number of messages to find. */
  readonly limit: number;
}

/** Sort order from the end of the range at which the search starts. */
export const direction = ({ from }: IdRange): RawBuilder<unknown> => (from === "newest" ? sql`desc` : sql`asc`);

/** Sorts by a column with ids, and limits the number of rows to that of the range. */
export const ordered = (column: string, range: IdRange): RawBuilder<unknown> =>
  sql`order by ${sql.raw(column)} ${direction(range)} limit ${range.limit}::int`;
