import type { Column, ColumnsOf, ExportedTable } from "./exported-column.ts";
import { channelColumns, messageColumns } from "./message-columns.ts";
import { personalColumns } from "./personal-columns.ts";
import { userColumns, settingColumns } from "./user-columns.ts";

/**
 * Every column of every exported table. The tables are in the order of the file: each comes after those to which its
 * rows refer, except by message ids and in texts and settings.
 */
const columns: ColumnsOf<ExportedTable> = {
  ...userColumns,
  ...channelColumns,
  ...settingColumns,
  ...messageColumns,
  ...personalColumns,
};

/** The tables of an export, in the order of the file. */
export const exportedTableNames = Object.keys(columns) as ExportedTable[];

export const columnsOf = (table: ExportedTable): [name: string, column: Column][] => Object.entries(columns[table]);

const NOT_IN_FILE: ReadonlySet<Column["kind"]> = new Set(["left out", "following", "rendered"]);

/** Returns the columns of a table that are not in export files. */
export const excludedColumns = (table: ExportedTable): string[] =>
  columnsOf(table)
    .filter(([, { kind }]) => NOT_IN_FILE.has(kind))
    .map(([name]) => name);

/**
 * Returns true if the table has ids. Its rows are in the order of their ids in the file, except that the accounts of
 * bots come after all others.
 */
export const hasIds = (table: ExportedTable): boolean => "id" in columns[table];
