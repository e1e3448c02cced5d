import type { Reader } from "../db/types.ts";

/** Identifies a row of a section within an organization: its id, or several ids separated by a space. */
export type RowKey = number | string;

/**
 * A section of an organization snapshot: data of one kind that is kept in memory for each organization. A module
 * declares the section, reports each change with `recordSnapshotChanges`, and reads the data with
 * `OrganizationSnapshot.get`.
 */
export interface SnapshotSection<Facts, Row = unknown> {
  /** The section's name in the event log. It must never change. */
  readonly name: string;
  /** The database tables that the section is loaded from. */
  readonly tables: readonly string[];
  /**
   * Loads the section's current rows, either those with the given keys or all. Rows are written to the event log, so
   * they must be plain JSON: no dates, nothing undefined, and no secrets.
   */
  rows(db: Reader, realmId: number, keys: readonly RowKey[] | "all"): Promise<readonly Row[]>;
  keyOf(row: Row): RowKey;
  /** Creates the section's data without any rows. */
  empty(): Facts;
  /** Adds a row, or replaces the row with the same key. */
  put(facts: Facts, row: Row): void;
  /** Removes the row with this key. Returns false if there is none. */
  remove(facts: Facts, key: RowKey): boolean;
  /** Returns all data as rows, sorted by their keys, for comparisons. */
  allRows(facts: Facts): readonly Row[];
  /** Approximate memory usage of a row, in bytes. */
  readonly bytesPerRow: number;
}

/** A section of any type. */
// oxlint-disable-next-line typescript/no-explicit-any -- each part knows its own types, and is only ever given what it made itself
export type AnySnapshotSection = SnapshotSection<any, any>;
