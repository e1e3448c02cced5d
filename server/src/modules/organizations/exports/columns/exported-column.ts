import type { Schema } from "@parlance/kernel/db/types.ts";
import type { ImportedIds, MappedTable } from "../importing/imported-ids.ts";
import type { ExcludedTable } from "./excluded-tables.ts";

export type ExportedTable = Exclude<keyof Schema, ExcludedTable>;

/** A row as it is stored in the export file. */
export type Fields = Readonly<Record<string, unknown>>;

/** How a column is exported and imported. */
export type Column =
  /** Imported unchanged. */
  | { readonly kind: "value" }
  /** The organization's id. */
  | { readonly kind: "realm" }
  /**
   * The row's own id, which is replaced by a new one. Without `of`, no other row refers to it, but it determines the
   * order of rows.
   */
  | { readonly kind: "id"; readonly of?: MappedTable }
  /** The id of a row in the same table or another one. */
  | { readonly kind: "reference"; readonly to: MappedTable }
  /** The id of a message, which may have been deleted. */
  | { readonly kind: "message" }
  /** Text that a user has written. It may refer to users, messages and files. */
  | { readonly kind: "text" }
  /** A value that contains ids in a special format, which `mapped` replaces. */
  | { readonly kind: "holding"; readonly mapped: (value: unknown, ids: ImportedIds, row: Fields) => unknown }
  /** Not in the file: computed from other columns of the file's row. */
  | { readonly kind: "following"; readonly from: (row: Fields) => unknown }
  /** Not in the file: the import renders it from another column. */
  | { readonly kind: "rendered" }
  /** Not in the file. `instead` returns the value that an import stores; by default, it is the column's default. */
  | { readonly kind: "left out"; readonly why: string; readonly instead?: (row: Fields) => unknown };

/** The columns of tables. The compiler reports missing ones. */
export type ColumnsOf<Table extends ExportedTable> = {
  readonly [Name in Table]: Readonly<Record<keyof Schema[Name], Column>>;
};

type Values<Name extends string> = Readonly<Record<Name, Column>>;

/** Columns that are imported unchanged. */
export const values = <Name extends string>(...names: readonly Name[]): Values<Name> =>
  Object.fromEntries(names.map((name) => [name, { kind: "value" }])) as unknown as Values<Name>;

export const realm: Column = { kind: "realm" };
export const message: Column = { kind: "message" };
export const text: Column = { kind: "text" };
export const rendered: Column = { kind: "rendered" };
export const orderedId: Column = { kind: "id" };
export const idOf = (table: MappedTable): Column => ({ kind: "id", of: table });
export const reference = (to: MappedTable): Column => ({ kind: "reference", to });
export const mappedValue = (mapped: (value: unknown, ids: ImportedIds, row: Fields) => unknown): Column => ({
  kind: "holding",
  mapped,
});
/** A column with the normalized value of another column, for comparisons. */
export const derivedKey = (name: string, key: (value: string) => string): Column => ({
  kind: "following",
  from: ({ [name]: value }) => (typeof value === "string" ? key(value) : null),
});
export const excluded = (why: string, instead?: (row: Fields) => unknown): Column => ({
  kind: "left out",
  why,
  ...(instead && { instead }),
});
