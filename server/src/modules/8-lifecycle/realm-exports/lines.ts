import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { ExportScope } from "./scope.ts";
import { exportedTables } from "./tables.ts";

/** So many rows are in memory at a time. */
const ROWS_AT_ONCE = 50;

interface Exporting extends ExportScope {
  readonly now: Date;
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
}

/** The format's name and version; a change that readers have to know of counts one up. */
const FORMAT = { format: "parlance-export", version: 1 };

/**
 * An organization's data, a JSON object a line: first what it is, then each row with the name of its table. The transaction
 * has to see one moment of the database.
 */
export async function* exportLines(tx: Tx, { signal, now, ...scope }: Exporting): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...FORMAT, exported_at: now.toISOString(), export_type: scope.type })}\n`;
  for (const [table, query] of exportedTables(scope)) {
    await sql`declare export_rows no scroll cursor for ${query}`.execute(tx);
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from export_rows`.execute(tx);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => `{"table":${JSON.stringify(table)},"row":${row}}\n`).join("");
    }
    await sql`close export_rows`.execute(tx);
  }
}
