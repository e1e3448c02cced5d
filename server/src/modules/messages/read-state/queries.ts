import type { HistoryPrivacy } from "@parlance/contract/rules/channel-access.ts";
import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { isHistorySharedInSql, canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { messageFlags } from "./flags/message-flags.ts";
import { hasConnectingFlagInSql } from "./received-messages.ts";

/** Loads the user ids of direct message conversations, by recipient id. The user ids are ascending. */
export async function loadConversationMembersOf(
  db: Reader,
  recipientIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (recipientIds.length === 0) return new Map();
  const { rows } = await sql<{ recipient_id: number; user_ids: number[] }>`
    select recipient_id, json_agg(user_id order by user_id) as user_ids from direct_member
    where recipient_id = any(${recipientIds}::int[]) group by recipient_id`.execute(db);
  return new Map(rows.map(({ recipient_id, user_ids }) => [recipient_id, user_ids]));
}

const MAX_STARRED_LISTED = 10_000;

/**
 * Loads the ids of the newest messages that a user has starred and can read now, ascending. A message that cannot be
 * read now keeps its star, because it may become readable again.
 */
export async function loadStarredMessages(db: Reader, user: ChannelViewer): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with starred as materialized (
      select message.id, message.recipient_id, ${hasConnectingFlagInSql} as is_connected
      from message_flag
      -- One by one: the database might otherwise walk through all messages, because it cannot know how few are starred.
      cross join lateral (select id, recipient_id from message where id = message_flag.message_id offset 0) as message
      where message_flag.user_id = ${user.id} and message_flag.flags & ${sql.lit(messageFlags.starred)} <> 0
      order by message_flag.message_id desc limit ${MAX_STARRED_LISTED}
    ), conversation as materialized (
      select channel.recipient_id, ${isHistorySharedInSql} as is_shared
      from channel
      left join subscription on subscription.user_id = ${user.id} and subscription.channel_id = channel.id
      where channel.recipient_id in (select recipient_id from starred) and ${canReadContentInSql(user)}
      union all
      select recipient_id, true from direct_member
      where user_id = ${user.id} and recipient_id in (select recipient_id from starred)
    )
    select starred.id from starred join conversation using (recipient_id)
    where conversation.is_shared or starred.is_connected or exists (
      select from subscription_period as period
      where period.user_id = ${user.id} and period.recipient_id = starred.recipient_id
        and ${isWithinPeriodInSql(sql`starred.id`)}
    )
    order by starred.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Number of the organization's newest messages among which the user's newest message is searched first. For most users
 * it is among them.
 */
const NEWEST_MESSAGES_CHECKED = 50;

/**
 * Returns the id of the newest message that a user received or has a flag on, even if it was moved since. The result
 * does not change when the user unsubscribes from a channel.
 */
export async function loadNewestReceivedMessage(
  db: Reader,
  { id: userId, realmId }: Pick<ChannelViewer, "id" | "realmId">,
): Promise<number | null> {
  // `coalesce` evaluates the second query only if the first one returns null.
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((${newestReceivedQuery(userId, realmId)}), (${newestOfEachConversation(userId)})) as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

const newestReceivedQuery = (userId: number, realmId: number) => sql`
  select newest.id from (
    select id, recipient_id from message where realm_id = ${realmId} order by id desc limit ${NEWEST_MESSAGES_CHECKED}
  ) as newest
  where exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = newest.recipient_id and ${isWithinPeriodInSql(sql`newest.id`)}
  ) or exists (
    select from direct_member where user_id = ${userId} and recipient_id = newest.recipient_id
  ) or exists (
    select from message_flag where user_id = ${userId} and message_id = newest.id
  ) or exists (
    select from message_former_place as former
    join subscription_period as period on period.recipient_id = former.recipient_id
    where former.message_id = newest.id and period.user_id = ${userId} and ${isWithinPeriodInSql(sql`newest.id`)}
  )
  order by newest.id desc limit 1`;

const newestOfEachConversation = (userId: number) => sql`
  select max(id) from (
    select newest.id from subscription_period as period
    cross join lateral (
      select id from message
      where recipient_id = period.recipient_id and ${isWithinPeriodInSql(sql`id`)}
      order by id desc limit 1
    ) as newest
    where period.user_id = ${userId}
    union all
    select newest.message_id from subscription_period as period
    cross join lateral (
      select message_id from message_former_place
      where recipient_id = period.recipient_id and ${isWithinPeriodInSql(sql`message_id`)}
      order by message_id desc limit 1
    ) as newest
    where period.user_id = ${userId}
    union all
    select newest.id from direct_member
    cross join lateral (
      select id from message where recipient_id = direct_member.recipient_id order by id desc limit 1
    ) as newest
    where direct_member.user_id = ${userId}
    union all
    select max(message_id) from message_flag where user_id = ${userId}
  ) as own`;

/** Number of the newest direct messages considered. A conversation is recent if it contains one of them. */
const RECENT_MESSAGES = 1000;

/**
 * Loads the user's direct message conversations that are recent, each with the id of its newest message, newest first.
 */
export async function loadRecentConversations(
  db: Reader,
  userId: number,
): Promise<{ recipient_id: number; max_message_id: number }[]> {
  const { rows } = await sql<{ recipient_id: number; max_message_id: number }>`
    with conversation as materialized (
      select direct_member.recipient_id, newest.id
      from direct_member
      cross join lateral (
        select id from message where recipient_id = direct_member.recipient_id order by id desc limit 1
      ) as newest
      where direct_member.user_id = ${userId}
      order by newest.id desc limit ${RECENT_MESSAGES}
    ), recent as (
      select conversation.recipient_id, own.id
      from conversation
      cross join lateral (
        select id from message where recipient_id = conversation.recipient_id order by id desc limit ${RECENT_MESSAGES}
      ) as own
      order by own.id desc limit ${RECENT_MESSAGES}
    )
    select recipient_id, max(id) as max_message_id from recent group by recipient_id order by max_message_id desc`.execute(
    db,
  );
  return rows;
}

/**
 * True if the user can see at least one message in the topic. In a channel with protected history, only messages that
 * the user received while subscribed count. The user must be able to read the channel.
 */
export async function canSeeTopic(
  db: Reader,
  userId: number,
  channel: HistoryPrivacy & Pick<Row<"channel">, "recipient_id">,
  topicKey: string,
): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (
      select from message where recipient_id = ${channel.recipient_id} and topic_key = ${topicKey}
        and (${isHistoryShared(channel)} or exists (
          select from subscription_period as period
          where period.user_id = ${userId} and period.recipient_id = message.recipient_id
            and ${isWithinPeriodInSql(sql`message.id`)}
        ))
    ) as seen`.execute(db);
  return rows[0]?.seen ?? false;
}
