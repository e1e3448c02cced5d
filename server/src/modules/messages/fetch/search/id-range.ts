import type { RawBuilder } from "kysely";

/** A range of ids in which to find messages, starting at one end. */
export interface IdRange {
  /** Condition on message ids, given the id column. */
  readonly ids: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  readonly from: "newest" | "oldest";
  /** The range's start: an upper bound that all ids are below, or, if it starts with the oldest, a lower bound. */
  readonly boundary: number;
  /** Maximum number of messages. */
  readonly limit: number;
}
