import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { removeMarks } from "#modules/messages/read-state/actions/remove-marks.ts";
import { dropMessages } from "#modules/messages/core/actions/delete-message-rows.ts";

/** Who deleted messages, and when. */
interface Removal {
  readonly realmId: number;
  /** Null: nobody. */
  readonly deleterId: number | null;
  readonly now: Date;
}

/**
 * Takes messages away with all that people did to them. For a while it is kept for the server's operators, each message
 * with the rows that belonged to it.
 */
export async function removeMessages(tx: Tx, removal: Removal, ids: readonly number[]): Promise<void> {
  const rowsOf = (table: string) => sql`(
    select coalesce(json_agg(row), '[]') from ${sql.table(table)} as row where row.message_id = message.id
  )`;
  await sql`
    insert into deleted_message (id, realm_id, deleted_at, deleter_id, content)
    select message.id, ${removal.realmId}, ${removal.now}, ${removal.deleterId}, json_build_object(
      'message', to_json(message), 'flags', ${rowsOf("message_flag")}, 'unread', ${rowsOf("unread_exception")},
      'reactions', ${rowsOf("reaction")}, 'submessages', ${rowsOf("submessage")}, 'edits', ${rowsOf("message_edit")},
      'attachments', ${rowsOf("attachment_message")}
    )
    from message where message.id = any(${idList(ids)})`.execute(tx);
  await removeMarks(tx, ids);
  await dropMessages(tx, ids);
}
