import { sql } from "kysely";
import type { Schema, Tx } from "@parlance/kernel/db/types.ts";
import { ExportFileError } from "../file/export-file-format.ts";

/**
 * Inserts rows into any table without changing them: as JSON, whose values the database converts to the columns' types.
 */
export async function insertImportedRows(
  tx: Tx,
  table: keyof Schema,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length === 0) return;
  if (rows.some((row) => Object.keys(row).length !== columns.length)) {
    throw new ExportFileError(`the rows of ${table} do not all have the same columns`);
  }
  const names = sql.join(columns.map((name) => sql.ref(name)));
  try {
    await sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
      tx,
    );
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    // SQLSTATE classes 22 and 23: values that do not fit a column, and rows that contradict each other.
    if (!/^2[23]/.test(code)) throw error;
    throw new ExportFileError(`the rows of ${table} are invalid: ${message}`, { cause: error });
  }
}

/** Allocates ids for rows of a table. */
export async function allocateIds(tx: Tx, table: keyof Schema, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::float8 as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
