import type { Schema } from "@parlance/kernel/db/types.ts";
import type { ImportedIds, MappedTable } from "../importing/imported-ids.ts";
import type { ExcludedTable } from "./excluded-tables.ts";

export type ExportedTable = Exclude<keyof Schema, ExcludedTable>;

/** A row as it is in the file. */
export type Fields = Readonly<Record<string, unknown>>;

/** Treatment of a column in an export and in an import. */
export type Column =
  /** Imported unchanged. */
  | { readonly kind: "value" }
  /** The organization's id. */
  | { readonly kind: "realm" }
  /** The row's own id, which is replaced. Without `of`, no row refers to it, but rows are sorted by it. */
  | { readonly kind: "id"; readonly of?: MappedTable }
  /** The id of a row of another table, or of the same one. */
  | { readonly kind: "reference"; readonly to: MappedTable }
  /** The id of a message, which may have been deleted. */
  | { readonly kind: "message" }
  /** Text that a user has written. It may refer to users, messages and files. */
  | { readonly kind: "text" }
  /** A value that contains ids in a special form. */
  | { readonly kind: "holding"; readonly mapped: (value: unknown, ids: ImportedIds, row: Fields) => unknown }
  /** Not in the file; computed from the imported row. */
  | { readonly kind: "following"; readonly from: (row: Fields) => unknown }
  /** Not in the file; rendered from a text when all other rows are imported. */
  | { readonly kind: "rendered" }
  /** Not in the file. `instead`: the value that an import sets; by default, the column's default. */
  | { readonly kind: "left out"; readonly why: string; readonly instead?: (row: Fields) => unknown };

/** The columns of tables. The compiler requires each of them. */
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
/** A column that contains another one in a normalized form for comparisons. */
export const derivedKey = (name: string, key: (value: string) => string): Column => ({
  kind: "following",
  from: ({ [name]: value }) => (typeof value === "string" ? key(value) : null),
});
export const excluded = (why: string, instead?: (row: Fields) => unknown): Column => ({
  kind: "left out",
  why,
  ...(instead && { instead }),
});
