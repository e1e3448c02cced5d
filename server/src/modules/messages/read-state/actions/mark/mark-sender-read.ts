import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { joinReadBitsInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { isUnreadInConversationInSql, watermarksInSql } from "#modules/messages/read-state/unread/unread.ts";
import { userExceptionsInSql } from "#modules/messages/read-state/unread/unread-exceptions.ts";
import { markRead } from "./mark-read.ts";

/**
 * Marks all messages of a sender as read for one user, and notifies the user's clients. The user's whole read state
 * must be locked.
 */
export async function markSenderRead(tx: Tx, user: ChannelViewer, senderId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with conversation as (
      ${watermarksInSql(user.id)}
    )
    select message.id from conversation
    join message on message.recipient_id = conversation.recipient_id and message.sender_id = ${senderId}
    ${joinReadBitsInSql(sql`${user.id}`)}
    where ${isUnreadInConversationInSql(sql`${user.id}`)}
    union
    select message.id from (${userExceptionsInSql(user.id)}) as exception join message on message.id = exception.message_id
    where message.sender_id = ${senderId}
    order by id`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const read = (await markRead(tx, user.id, ids)).map(({ id }) => id);
  if (read.length > 0) emit(tx, toUser(user), flagsChanged({ op: "add", flag: "read", messages: read }));
}
