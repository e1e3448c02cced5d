import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { ExportedTable } from "../columns/exported-column.ts";
import { ExportFileError } from "../file/export-file-format.ts";

/** Tables whose rows belong to messages, without a foreign key that requires the messages to exist. */
const DEPENDENT_TABLES: ReadonlySet<ExportedTable> = new Set([
  "attachment_message",
  "message_edit",
  "message_former_place",
  "reaction",
  "submessage",
]);

/**
 * Checks that the messages to which imported rows belong have been imported. Does nothing for tables whose rows do not
 * belong to messages, or where a foreign key checks the same.
 * @throws ExportFileError
 */
export async function assertMessagesImported(
  db: Reader,
  table: ExportedTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (!DEPENDENT_TABLES.has(table)) return;
  const ids = rows.map((row) => Number(row["message_id"]));
  const { rows: missing } = await sql`
    select from unnest(${idList(ids)}) as needed (id)
    where not exists (select from message where message.id = needed.id) limit 1`.execute(db);
  if (missing.length > 0) throw new ExportFileError(`a row of ${table} belongs to a message that is not in it`);
}
