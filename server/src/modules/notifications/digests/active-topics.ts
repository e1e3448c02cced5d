import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** A topic with recent messages. */
export interface ActiveTopic {
  readonly channel_id: number;
  readonly topic: string;
  readonly topic_key: string;
  /** Messages of users; those of bots do not count. */
  readonly messages: number;
  readonly people: number;
  /** The first of them, at most two. */
  readonly first_ids: readonly number[];
}

/** Maximum number of topics; the most active ones are used. */
const MAX_TOPICS = 1000;

/**
 * Finds the topics of an organization with messages since a time, those with the most senders first. Only for these,
 * the first messages are looked up: collecting the ids of all messages would need more memory the more was written.
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
