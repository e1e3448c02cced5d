import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/log.ts";
import type { Person } from "#modules/4-channels/channels/access.ts";
import { flagsChanged } from "../events.ts";
import { markRead } from "./mark-read.ts";

/** Marks as read what a user has not read of one sender, and tells the user. The whole read state must be locked. */
export async function markAllReadFrom(tx: Tx, user: Person, senderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with place as (
      select recipient_id, read_up_to from subscription where user_id = ${user.id} and is_active
      union all
      select recipient_id, read_up_to from direct_member where user_id = ${user.id}
    )
    select message.id from place
    join message on message.recipient_id = place.recipient_id and message.sender_id = ${senderId}
      and message.id > place.read_up_to
    left join read_chunk on read_chunk.user_id = ${user.id} and read_chunk.chunk = message.id / 4096
    where coalesce(get_bit(read_chunk.bits, message.id % 4096), 0) = 0
    union
    select message.id from unread_exception join message on message.id = unread_exception.message_id
    where unread_exception.user_id = ${user.id} and message.sender_id = ${senderId}
    order by id`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const read = (await markRead(tx, user.id, ids)).map(({ id }) => id);
  if (read.length > 0) emit(tx, toUser(user), flagsChanged({ op: "add", flag: "read", messages: read }));
}
