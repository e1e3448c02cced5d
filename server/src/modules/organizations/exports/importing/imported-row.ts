import { columnsOf } from "../columns/exported-columns.ts";
import type { Column, ExportedTable, Fields } from "../columns/exported-column.ts";
import { ExportFileError } from "../file/export-file-format.ts";
import type { ImportedIds } from "./imported-ids.ts";
import { remapTextIds } from "./remap-text-references.ts";

/**
 * Converts a row of the file to one that can be stored, without rendered columns; null if nothing remains of it.
 * Columns that files of earlier releases lack get their defaults.
 * @throws ExportFileError
 */
export function remapRow(table: ExportedTable, row: Fields, ids: ImportedIds): Record<string, unknown> | null {
  const imported: Record<string, unknown> = {};
  for (const [name, column] of columnsOf(table)) {
    if (isInFile(column) && !Object.hasOwn(row, name)) continue;
    const value = remapValue(column, row[name], row, ids);
    if (value !== undefined) imported[name] = value;
  }
  return table === "read_chunk" && imported["chunk"] === null ? null : imported;
}

const isInFile = ({ kind }: Column): boolean => kind !== "realm" && kind !== "following" && kind !== "left out";

/** Converts the value of a column. Undefined if the database should set the default. */
function remapValue(column: Column, value: unknown, row: Fields, ids: ImportedIds): unknown {
  switch (column.kind) {
    case "value":
      return value;
    case "realm":
      return ids.realmId;
    case "id":
      return column.of && ids.of(column.of, value);
    case "reference":
      return ids.of(column.to, value);
    case "message":
      return ids.message(value);
    case "text":
      return value === null ? null : remapTextIds(textOf(value), ids);
    case "holding":
      return column.mapped(value, ids, row);
    case "following":
      return column.from(row);
    case "left out":
      return column.instead?.(row);
    case "rendered":
      return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new ExportFileError("something else stands where a text should");
  return value;
}

/** Parses a row of the file. */
export function parseRow(line: string): Fields {
  const row = parsed(line);
  if (typeof row !== "object" || row === null || Array.isArray(row))
    throw new ExportFileError("a row in it is not an object");
  return row as Fields;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new ExportFileError("a row in it is not JSON", { cause });
  }
}
