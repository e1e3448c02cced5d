import { sql, type RawBuilder } from "kysely";
import { isOneOf, idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx, Row } from "@parlance/kernel/db/types.ts";
import { messageFlags } from "../flags/message-flags.ts";
import { hasConnectingFlagInSql } from "../received-messages.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { type HistoryPrivacy, isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { joinReadBitsInSql } from "../unread/read-bitmap.ts";
import { isUnreadInConversationInSql } from "../unread/unread.ts";

/**
 * Stores which users have not read messages that are about to be moved to another channel, so that the messages stay
 * unread for them. This applies to users who are subscribed to both channels. For all other users, the messages become
 * read. For users with deactivated accounts, messages that they had received stay unread if the new channel has shared
 * history; in a channel with protected history, they receive no messages. Call it before the messages are moved, with
 * the subscribers of both channels locked.
 */
export async function transferUnread(
  tx: Tx,
  oldId: number,
  { ids, channel }: MovedMessages & { readonly channel: HistoryPrivacy },
): Promise<void> {
  const receives = isHistoryShared(channel) ? sql`true` : sql`account.is_active`;
  await sql`
    with message as materialized (
      select id, recipient_id, sender_id, is_settled from message where id = any(${idList(ids)})
    ), recipient as materialized (
      select user_id, account.is_active as is_present from subscription join account on account.id = user_id
      where channel_id = ${channel.id} and subscription.is_active and ${receives}
    ), in_both as materialized (
      select user_id, read_up_to, is_present from subscription join recipient using (user_id)
      where channel_id = ${oldId} and is_active
    ), lost as (
      delete from unread_exception
      where ${isOneOf(sql`message_id`, ids)} and user_id not in (select user_id from recipient)
    )
    insert into unread_exception (user_id, message_id)
    select in_both.user_id, message.id
    from in_both cross join message
    ${joinReadBitsInSql(sql`in_both.user_id`)}
    where ${isUnreadInConversationInSql(sql`in_both.user_id`, "in_both")} and (
      is_present or exists (
        select from subscription_period as period
        where period.user_id = in_both.user_id and period.recipient_id = message.recipient_id
          and ${isWithinPeriodInSql(sql`message.id`)}
      )
    )
    on conflict do nothing`.execute(tx);
}

/**
 * Makes moved messages readable for the subscribers of a channel with protected history, by setting a flag for each
 * subscriber who did not receive them. Users with deactivated accounts are omitted, because they receive no messages.
 */
export async function connectSubscribersToMoved(tx: Tx, { ids, channel }: MovedMessages): Promise<void> {
  const bit = sql.lit(messageFlags.summoned);
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select reader.user_id, reader.message_id, ${bit}
    from (
      select period.user_id, message.id as message_id
      from subscription_period as period cross join unnest(${idList(ids)}) as message (id)
      where period.recipient_id = ${channel.recipient_id} and period.to_message_id is null
    ) as reader
    where not ${isReceivedInChannelInSql({ channel }, "reader")}
    on conflict (user_id, message_id) do update set flags = message_flag.flags | ${bit}`.execute(tx);
}

/** Messages that are moved to another channel. */
export interface MovedMessages {
  readonly ids: readonly number[];
  readonly channel: Pick<Row<"channel">, "id" | "recipient_id">;
}

/**
 * Condition that a user receives a message through its new channel. `pair` is the name of a table with the columns
 * `user_id` and `message_id`.
 */
function isReceivedInChannelInSql(
  { channel }: Pick<MovedMessages, "channel">,
  pair: "message_flag" | "reader",
): RawBuilder<boolean> {
  const [userId, messageId] = [sql.ref(`${pair}.user_id`), sql.ref(`${pair}.message_id`)];
  return sql`exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = ${channel.recipient_id}
      and ${isWithinPeriodInSql(messageId)}
  )`;
}

/** Ids of messages that a user has starred, ascending. */
export interface UserStars {
  readonly userId: number;
  readonly ids: readonly number[];
}

/**
 * Adapts users' flags on messages that are moved to another channel. `readers` are the users who can read the channel.
 * They retain their flags, and a flag is added if they would not otherwise receive the messages' events there. The
 * flags of all other users are deleted. Returns the stars that were deleted. The organization's log position must be
 * locked.
 */
export async function transferFlags(
  tx: Tx,
  { ids, channel }: MovedMessages,
  readers: ReadonlySet<number>,
): Promise<readonly UserStars[]> {
  const isReader = sql`user_id = any(${[...readers]}::int[])`;
  await sql`
    update message_flag set flags = flags | ${sql.lit(messageFlags.summoned)}
    where ${isOneOf(sql`message_id`, ids)} and ${isReader} and not (${hasConnectingFlagInSql})
      and not ${isReceivedInChannelInSql({ channel }, "message_flag")}`.execute(tx);
  const { rows } = await sql<UserStars>`
    with lost as (
      delete from message_flag where ${isOneOf(sql`message_id`, ids)} and not ${isReader}
      returning user_id, message_id, flags
    )
    select user_id as "userId", json_agg(message_id order by message_id) as ids from lost
    where flags & ${sql.lit(messageFlags.starred)} <> 0
    group by user_id order by user_id`.execute(tx);
  return rows;
}
