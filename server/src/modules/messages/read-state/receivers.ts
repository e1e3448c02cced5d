import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { hasComeInSql } from "./received-messages.ts";

/** Those of the users to whom a message came, ascending. The realm's position must be locked. */
export async function receiversAmong(
  tx: Tx,
  message: { readonly id: number; readonly recipient_id: number },
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    select reader.user_id from unnest(${userIds}::int[]) as reader (user_id)
    cross join (select ${message.id}::bigint as id, ${message.recipient_id}::int as recipient_id) as message
    where exists (
      select from direct_member as member
      where member.user_id = reader.user_id and member.recipient_id = message.recipient_id
    ) or ${hasComeInSql(sql`reader.user_id`)}
    order by reader.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
