import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { type HistoryPrivacy, isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";

export interface Topic {
  /** The topic, spelled as in its newest message. */
  readonly name: string;
  readonly max_id: number;
}

type ChannelHistory = HistoryPrivacy & Pick<Row<"channel">, "recipient_id">;

/**
 * Lists a channel's topics, ordered by their newest messages, newest first. The query skips from one topic to the next
 * in the index, so that its cost depends on the number of topics, not of messages. In a channel with protected history,
 * only messages that the user received count, in this channel or in one from which they were moved.
 */
export async function listTopics(db: Reader, userId: number, channel: ChannelHistory): Promise<Topic[]> {
  const { recipient_id: recipientId } = channel;
  const newest = sql`
    select message.topic, message.id from message
    where message.recipient_id = ${recipientId} and message.topic_key = distinct_topic.key`;
  const newestReceived = sql`
    select seen.topic, seen.id
    from subscription_period as period
    cross join lateral (
      ${newest} and ${isWithinPeriodInSql(sql`message.id`)} order by message.id desc limit 1
    ) as seen
    where period.user_id = ${userId} and period.recipient_id = ${recipientId}
    union all
    select connected.topic, connected.id from connected where connected.topic_key = distinct_topic.key`;
  const { rows } = await sql<Topic>`
    with recursive distinct_topic (key) as (
      (select topic_key from message where recipient_id = ${recipientId} order by topic_key limit 1)
      union all
      select (
        select topic_key from message
        where recipient_id = ${recipientId} and topic_key > distinct_topic.key
        order by topic_key limit 1
      ) from distinct_topic where distinct_topic.key is not null
    ), connected as materialized (
      select message.topic, message.topic_key, message.id from message_flag
      join message on message.id = message_flag.message_id
      where message_flag.user_id = ${userId} and ${hasConnectingFlagInSql} and message.recipient_id = ${recipientId}
    )
    select last.topic as name, last.id as max_id
    from distinct_topic
    cross join lateral (${isHistoryShared(channel) ? newest : newestReceived} order by id desc limit 1) as last
    where distinct_topic.key is not null
    order by last.id desc`.execute(db);
  return rows;
}
