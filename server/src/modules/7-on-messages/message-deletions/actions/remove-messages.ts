import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { removeMarks } from "#modules/5-on-channels/read-state/actions/remove-marks.ts";
import { dropMessages } from "#modules/6-messages/messages/actions/drop-messages.ts";

/** Who deleted messages, and when. */
interface Removal {
  readonly realmId: number;
  readonly deleterId: number;
  readonly now: Date;
}

/** What belongs to a message, as it is called where it is kept, and its table. */
const belongings = [
  ["flags", "message_flag"],
  ["unread", "unread_exception"],
  ["reactions", "reaction"],
  ["submessages", "submessage"],
  ["edits", "message_edit"],
] as const;

/**
 * Takes messages away with all that people did to them. For a while it is kept for the server's operators, each message
 * with the rows that belonged to it.
 */
export async function removeMessages(
  tx: Tx,
  { realmId, deleterId, now }: Removal,
  ids: readonly number[],
): Promise<void> {
  const gone = sql`any(${idList(ids)})`;
  const members = belongings.map(([name]) => sql`${sql.lit(name)}, coalesce(${sql.ref(name)}.rows, '[]')`);
  const joins = belongings.map(
    ([name, table]) => sql`
      left join (
        select message_id, json_agg(row) as rows from ${sql.table(table)} as row where message_id = ${gone}
        group by message_id
      ) as ${sql.ref(name)} on ${sql.ref(name)}.message_id = message.id`,
  );
  await sql`
    insert into deleted_message (id, realm_id, deleted_at, deleter_id, content)
    select message.id, ${realmId}, ${now}, ${deleterId}, json_build_object('message', to_json(message), ${sql.join(members)})
    from message ${sql.join(joins, sql` `)}
    where message.id = ${gone}`.execute(tx);
  await removeMarks(tx, ids);
  await dropMessages(tx, ids);
}
