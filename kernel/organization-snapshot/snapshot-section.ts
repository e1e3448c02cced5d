import type { Reader } from "../db/types.ts";

/** Names a row of a part among all of one organization: its id, or several of them with a blank between. */
export type RowKey = number | string;

/**
 * What one noun keeps in memory of an organization. A noun's module declares it, tells of each change with `recordSnapshotChanges`, and
 * asks for it with `Directory.of`.
 */
export interface SnapshotSection<Facts, Row = unknown> {
  /** Names it in the log, for ever. */
  readonly name: string;
  /** The tables it is made of. */
  readonly tables: readonly string[];
  /**
   * Its rows as they are now, those with these keys or all of them. They are written to the log, so they are plain JSON: no
   * dates, nothing undefined, and no secret.
   */
  rows(db: Reader, realmId: number, keys: readonly RowKey[] | "all"): Promise<readonly Row[]>;
  keyOf(row: Row): RowKey;
  /** Facts of an organization of which nothing is known yet. */
  empty(): Facts;
  /** Takes over a row, instead of the one with its key. */
  put(facts: Facts, row: Row): void;
  /** Forgets the row with this key. False where there is none. */
  remove(facts: Facts, key: RowKey): boolean;
  /** What is known, as rows in the order of their keys: to be compared. */
  allRows(facts: Facts): readonly Row[];
  /** Bytes of memory that a row takes, roughly. */
  readonly bytesPerRow: number;
}

/** One of any noun. */
// oxlint-disable-next-line typescript/no-explicit-any -- each part knows its own types, and is only ever given what it made itself
export type AnySnapshotSection = SnapshotSection<any, any>;
