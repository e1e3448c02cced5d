import type { Schema } from "@parlance/kernel/db/types.ts";
import type { ImportedIds, MappedTable } from "../importing/imported-ids.ts";
import type { ExcludedTable } from "./excluded-tables.ts";

export type ExportedTable = Exclude<keyof Schema, ExcludedTable>;

/** A row as it is in the file. */
export type Fields = Readonly<Record<string, unknown>>;

/** What becomes of a column in an export, and in an import. */
export type Column =
  /** It is imported as it was exported. */
  | { readonly kind: "value" }
  /** The organization's own id. */
  | { readonly kind: "realm" }
  /** What the row is known by: it gets another one. `inOrder`: nobody refers to it, but rows are sorted by it. */
  | { readonly kind: "id"; readonly of?: MappedTable }
  /** The id of a row of another table, or of the same one. */
  | { readonly kind: "reference"; readonly to: MappedTable }
  /** The id of a message, or of one that there was. */
  | { readonly kind: "message" }
  /** What a person has written: it may refer to people, messages and files. */
  | { readonly kind: "text" }
  /** Holds ids in a form of its own. */
  | { readonly kind: "holding"; readonly mapped: (value: unknown, ids: ImportedIds, row: Fields) => unknown }
  /** Not in the file: follows from the row as it is imported. */
  | { readonly kind: "following"; readonly from: (row: Fields) => unknown }
  /** Not in the file: made of a text when everything else is there. */
  | { readonly kind: "rendered" }
  /** Not in the file. `instead`: what an import puts there, or nothing for the default. */
  | { readonly kind: "left out"; readonly why: string; readonly instead?: (row: Fields) => unknown };

/** The columns of tables: the compiler demands each of them. */
export type ColumnsOf<Table extends ExportedTable> = {
  readonly [Name in Table]: Readonly<Record<keyof Schema[Name], Column>>;
};

type Values<Name extends string> = Readonly<Record<Name, Column>>;

/** Columns that are imported as they were exported. */
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
/** A form of another column in which it is compared. */
export const derivedKey = (name: string, key: (value: string) => string): Column => ({
  kind: "following",
  from: ({ [name]: value }) => (typeof value === "string" ? key(value) : null),
});
export const excluded = (why: string, instead?: (row: Fields) => unknown): Column => ({
  kind: "left out",
  why,
  ...(instead && { instead }),
});
