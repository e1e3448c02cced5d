import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import { deletePackedInChannels } from "./storage/packed-exceptions.ts";

/** Deletes the stored unread messages of users in channels from which they unsubscribe. */
export async function deleteUnreadOfLeftChannels(tx: Tx, left: readonly Membership[]): Promise<void> {
  await sql`
    delete from unread_exception
    using unnest(
      ${left.map(({ userId }) => userId)}::int[],
      ${left.map(({ channelId }) => channelId)}::int[]
    ) as gone (user_id, channel_id), channel, message
    where unread_exception.user_id = gone.user_id and channel.id = gone.channel_id
      and message.id = unread_exception.message_id and message.recipient_id = channel.recipient_id`.execute(tx);
  await deletePackedInChannels(tx, left);
}
