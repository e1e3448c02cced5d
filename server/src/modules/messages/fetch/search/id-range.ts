import type { RawBuilder } from "kysely";

/** A stretch of ids to fill with messages, beginning at one end. */
export interface IdRange {
  /** The condition for ids of messages, of which the column is given. */
  readonly ids: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  readonly from: "newest" | "oldest";
  /** Where it begins: all ids are smaller than this; or if it begins with the oldest, none is. */
  readonly boundary: number;
  /** The most messages that are wanted. */
  readonly limit: number;
}
