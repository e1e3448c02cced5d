import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** A topic with recent messages. */
export interface ActiveTopic {
  readonly channel_id: number;
  readonly topic: string;
  readonly topic_key: string;
  /** Number of messages from users who are not bots. */
  readonly messages: number;
  readonly people: number;
  /** Ids of the first of these messages, at most two. */
  readonly first_ids: readonly number[];
}

/** Maximum number of topics, the most active ones. */
const MAX_TOPICS = 1000;

/**
 * Finds the topics of an organization with messages since a time, those with the most senders first. The ids of the
 * first messages are loaded in a second step: collecting the ids of all messages would use more memory the more
 * messages there are.
 */
export async function findActiveTopics(db: Reader, realmId: number, since: Date): Promise<ActiveTopic[]> {
  const { rows } = await sql<ActiveTopic>`
    with lively as materialized (
      select channel.id as channel_id, channel.recipient_id, max(message.topic) as topic, message.topic_key,
        count(*)::int as messages, count(distinct message.sender_id)::int as people, min(message.id) as first_id
      from message
      join channel on channel.recipient_id = message.recipient_id and not channel.is_archived
      join account on account.id = message.sender_id and account.bot_type is null
      where message.realm_id = ${realmId} and message.sent_at > ${since}
      group by channel.id, message.topic_key
      order by people desc, messages desc, channel.id, message.topic_key
      limit ${MAX_TOPICS}
    )
    select channel_id, topic, topic_key, messages, people, array(
      select message.id from message
      join account on account.id = message.sender_id and account.bot_type is null
      where message.recipient_id = lively.recipient_id and message.topic_key = lively.topic_key
        and message.id >= lively.first_id and message.sent_at > ${since}
      order by message.id limit 2
    ) as first_ids
    from lively order by people desc, messages desc, channel_id, topic_key`.execute(db);
  return rows;
}
