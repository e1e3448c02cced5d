import { sql } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";

/** Messages that a user has starred; ids ascending. */
export interface StarredMessages {
  readonly user_id: number;
  readonly message_ids: number[];
}

/** Loads the users who have starred any of these messages, with the ids of the messages that each has starred. */
export async function loadStarredMessages(
  db: Reader,
  messageIds: readonly number[],
): Promise<readonly StarredMessages[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<StarredMessages>`
    select user_id, json_agg(message_id order by message_id) as message_ids from message_flag
    where ${isOneOf(sql`message_id`, messageIds)} and flags & ${sql.lit(messageFlags.starred)} <> 0
    group by user_id order by user_id`.execute(db);
  return rows;
}

/**
 * Returns the given users who are no longer subscribed to the channel and therefore receive no events about its
 * messages. These are former subscribers of a private channel, and guests.
 */
export async function usersWithoutAccess(
  db: Reader,
  channelId: number,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select account.id from account join channel on channel.id = ${channelId}
    where account.id = any(${userIds}::int[]) and account.is_active
      and (channel.invite_only or account.role = ${roles.guest})
      and not exists (
        select from subscription
        where subscription.user_id = account.id and subscription.channel_id = channel.id and is_active
      )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
