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
 * Keeps messages that go to another channel unread for those in both channels who have not read them; for all others they
 * count as read there. Users whose accounts are deactivated keep unread what they had received; in a channel with protected
 * history, they receive nothing. To be called before the messages go, with everybody in the two channels locked.
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
 * Connects subscribers of a channel with protected history to messages that came from another channel and that they did not
 * receive. Those whose accounts are deactivated are not connected: they receive nothing.
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

/** Messages that come to a channel from another one, ascending. */
export interface MovedMessages {
  readonly ids: readonly number[];
  readonly channel: Pick<Row<"channel">, "id" | "recipient_id">;
}

/** Whether a message comes to a user by way of the new channel: `pair` has rows with `user_id` and `message_id`. */
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

/** Messages that one user had starred, ascending. */
export interface UserStars {
  readonly userId: number;
  readonly ids: readonly number[];
}

/**
 * Keeps the flags that people have on messages which come to another channel, where they are among its readers: these keep
 * the messages their own. The others lose theirs. Returns the stars that are lost. The organization's position must be
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
