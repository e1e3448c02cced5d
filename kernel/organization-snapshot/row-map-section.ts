import type { RowKey, SnapshotSection } from "./snapshot-section.ts";

type Declaration<Row> = Pick<
  SnapshotSection<Map<RowKey, Row>, Row>,
  "name" | "tables" | "rows" | "keyOf" | "bytesPerRow"
>;

/** Creates a section that keeps its rows in a map by key. For data of which an organization has only a few rows. */
export function createRowMapSection<Row>(declaration: Declaration<Row>): SnapshotSection<Map<RowKey, Row>, Row> {
  const { keyOf } = declaration;
  return {
    ...declaration,
    empty: () => new Map(),
    put: (facts, row) => facts.set(keyOf(row), row),
    remove: (facts, key) => facts.delete(key),
    allRows: (facts) => Array.from(facts.values()).sort((a, b) => compareKeys(keyOf(a), keyOf(b))),
  };
}

const compareKeys = (a: RowKey, b: RowKey): number => (a < b ? -1 : 1);
