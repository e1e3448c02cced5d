import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Who deleted messages, and when. */
interface Removal {
  readonly realmId: number;
  readonly deleterId: number;
  readonly now: Date;
}

/**
 * Takes messages away with all that people did to them. For a while it is kept for the server's operators, each message
 * with the rows that belonged to it.
 */
export async function removeMessages(tx: Tx, removal: Removal, ids: readonly number[]): Promise<void> {
  const gone = sql`any(${ids}::bigint[])`;
  const rowsOf = (table: string) => sql`(
    select coalesce(json_agg(row), '[]') from ${sql.table(table)} as row where row.message_id = message.id
  )`;
  await sql`
    insert into deleted_message (id, realm_id, deleted_at, deleter_id, content)
    select message.id, ${removal.realmId}, ${removal.now}, ${removal.deleterId}, json_build_object(
      'message', to_json(message), 'flags', ${rowsOf("message_flag")}, 'unread', ${rowsOf("unread_exception")},
      'reactions', ${rowsOf("reaction")}, 'submessages', ${rowsOf("submessage")}, 'edits', ${rowsOf("message_edit")}
    )
    from message where message.id = ${gone}`.execute(tx);
  await sql`delete from message_flag where message_id = ${gone}`.execute(tx);
  await sql`delete from unread_exception where message_id = ${gone}`.execute(tx);
  await sql`delete from message where id = ${gone}`.execute(tx);
}
