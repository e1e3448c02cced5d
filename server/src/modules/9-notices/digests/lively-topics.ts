import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/** A topic in which something was said lately. */
export interface LivelyTopic {
  readonly channel_id: number;
  readonly topic: string;
  readonly topic_key: string;
  /** Messages of people; those of bots do not count. */
  readonly messages: number;
  readonly people: number;
  /** The first of them, at most two. */
  readonly first_ids: readonly number[];
}

/** Of more, the liveliest are looked at. */
const MOST = 1000;

/** The topics of an organization in which people wrote since then, those of most people first. */
export async function livelyTopics(db: Reader, realmId: number, since: Date): Promise<LivelyTopic[]> {
  const { rows } = await sql<LivelyTopic>`
    select channel.id as channel_id, max(message.topic) as topic, message.topic_key,
      count(*)::int as messages, count(distinct message.sender_id)::int as people,
      (array_agg(message.id order by message.id))[1:2]::int8[] as first_ids
    from message
    join channel on channel.recipient_id = message.recipient_id and not channel.is_archived
    join account on account.id = message.sender_id and account.bot_type is null
    where message.realm_id = ${realmId} and message.sent_at > ${since}
    group by channel.id, message.topic_key
    order by people desc, messages desc, channel.id, message.topic_key
    limit ${MOST}`.execute(db);
  return rows;
}
