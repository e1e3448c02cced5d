import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isConnecting } from "./conditions.ts";

/** Those of the users to whom a message came, ascending. The realm's position must be locked. */
export async function receiversAmong(
  tx: Tx,
  message: { readonly id: number; readonly recipient_id: number },
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    select reader.user_id from unnest(${userIds}::int[]) as reader (user_id)
    where exists (
      select from direct_member as member
      where member.user_id = reader.user_id and member.recipient_id = ${message.recipient_id}
    ) or exists (
      select from subscription_period as period
      where period.user_id = reader.user_id and period.recipient_id = ${message.recipient_id}
        and period.from_message_id < ${message.id}
        and (period.to_message_id is null or period.to_message_id >= ${message.id})
    ) or exists (
      select from message_flag
      where message_flag.user_id = reader.user_id and message_flag.message_id = ${message.id} and ${isConnecting}
    )
    order by reader.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
