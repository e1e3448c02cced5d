import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isHistorySharedInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { markUnread } from "./mark-unread.ts";

/**
 * Marks the newest messages of a new user's channels as unread, at most `limit` in total. Older messages stay read, and
 * channels with protected history are skipped. Call it in the transaction that creates the account.
 */
export async function markNewestUnread(tx: Tx, user: ChannelViewer, limit: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select newest.id
    from subscription
    join channel on channel.id = subscription.channel_id
    cross join lateral (
      select id from message where message.recipient_id = channel.recipient_id order by id desc limit ${limit}
    ) as newest
    where subscription.user_id = ${user.id} and subscription.is_active
      and ${isHistorySharedInSql}
    order by newest.id desc
    limit ${limit}`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await markUnread(tx, user.id, await loadUserMessages(tx, user, ids));
}
