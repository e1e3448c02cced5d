import { Distribution, DURATION_BOUNDS } from "../base/measures.ts";

/** Measures of the write transactions of a database. */
export class DatabaseMeasures {
  /** Durations of transactions up to their commit, in seconds, including retries. */
  readonly transactions = new Distribution(DURATION_BOUNDS);
  /** Times from a commit until it was flushed to disk, in seconds. */
  readonly flushes = new Distribution(DURATION_BOUNDS);
  /** Number of transactions that were tried again after a conflict with another one. */
  retries = 0;
}
