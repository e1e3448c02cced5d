import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { allRead } from "#modules/messages/read-state/events.ts";
import { watermarksInSql } from "#modules/messages/read-state/unread/unread.ts";
import { lockWholeReadState } from "../lock-read-state.ts";

/**
 * Marks all messages of the actor as read, and notifies the actor's clients. The cost depends on the number of
 * conversations, not on the number of unread messages.
 */
export async function markAllRead({ tx, actor, realm }: Write): Promise<void> {
  await lockWholeReadState(tx, actor.id);
  await advanceToNewest(tx, actor.id);
  // Clients mark all messages as read that were sent before this event. Some of them may have been sent since the first
  // call, so the watermarks are moved again once the log position is locked. These messages are few, so other writes of
  // the organization do not wait long.
  await lockPosition(tx, realm.id);
  await advanceToNewest(tx, actor.id);
  emit(tx, toUser(actor), allRead());
}

async function advanceToNewest(tx: Tx, userId: number): Promise<void> {
  await sql`
    with conversation as (
      ${watermarksInSql(userId)}
    ), newest as materialized (
      select conversation.recipient_id, message.id
      from conversation
      cross join lateral (
        select id from message where message.recipient_id = conversation.recipient_id and message.id > conversation.read_up_to
        order by id desc limit 1
      ) as message
    ), in_channels as (
      update subscription set read_up_to = newest.id from newest
      where subscription.user_id = ${userId} and subscription.recipient_id = newest.recipient_id
    ), in_conversations as (
      update direct_member set read_up_to = newest.id from newest
      where direct_member.user_id = ${userId} and direct_member.recipient_id = newest.recipient_id
    ), excepted as (
      delete from unread_exception where user_id = ${userId}
    ), packed as (
      delete from unread_exception_chunk where user_id = ${userId}
    )
    delete from read_chunk where user_id = ${userId}`.execute(tx);
}
