import { sql, type RawBuilder } from "kysely";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx, Reader } from "@parlance/kernel/db/types.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { loadStoredResponses } from "#modules/platform/idempotency/idempotency-keys.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { isNewTopicInSql, topicIdentity, type Topic } from "#modules/channels/topic-visibility/queries.ts";
import type { SentMessage, MessageDraft } from "../message-draft.ts";
import type { OutgoingMessage } from "../outgoing-message.ts";

/** Results of the queries that sending messages executes while the log position is locked. */
export interface SendPreload {
  /** Newly allocated message ids, ascending, one for each message. */
  readonly ids: readonly number[];
  /** True if the topic has no messages yet. */
  readonly isNew: (topic: Topic) => boolean;
  /** Recipient ids of the messages' direct message conversations that exist, by the conversation's key. */
  readonly conversations: ReadonlyMap<string, number>;
  /** Stored responses to earlier requests with the same idempotency keys. The keys are indexes into the messages. */
  readonly answered: Awaited<ReturnType<typeof loadStoredResponses<SentMessage>>>;
}

/** Query that allocates the next `count` message ids. It can be part of a larger query. */
export const nextMessageIdsQuery = (count: number): RawBuilder<{ id: number }> =>
  sql`select nextval('message_id') as id from generate_series(1, ${count}::int)`;

/**
 * Starts the queries for sending these messages. All statements have been sent to the database when the function
 * returns.
 */
export function preloadSend(tx: Tx, items: readonly OutgoingMessage[]): Promise<SendPreload> {
  const topics = new Map<string, Topic>();
  for (const { draft } of items) {
    if (draft.to.kind === "channel") topics.set(topicIdentity(draft.to), draft.to);
  }
  const wanted = [...topics.values()];
  const keys = items.flatMap(({ draft: { to } }) => (to.kind === "direct" ? [directKey(to.userIds)] : []));
  const queried = sendNow(
    tx,
    sql<{ ids: number[]; empty: number[]; conversations: Record<string, number> | null }>`
    select array(${nextMessageIdsQuery(items.length)}) as ids, array(
      select requested.ordinal - 1 from unnest(
        ${wanted.map(({ channelId }) => channelId)}::int[], ${wanted.map(({ topic }) => topicKey(topic))}::text[]
      ) with ordinality as requested(channel_id, topic_key, ordinal)
      join channel on channel.id = requested.channel_id
      where ${isNewTopicInSql}
    ) as empty, (
      select json_object_agg(direct_key, id) from recipient
      where realm_id = ${items[0]?.realm.id ?? 0} and direct_key = any(${keys}::text[])
    ) as conversations`,
  );
  const earlier = loadStoredResponses<SentMessage>(tx, items);
  return Promise.all([queried, earlier]).then(([{ rows }, answered]) => {
    const { ids, empty, conversations } = rows[0] ?? { ids: [], empty: [], conversations: null };
    const names = [...topics.keys()];
    const isEmpty = new Set(empty.map((index) => names[index]));
    return {
      ids,
      isNew: (topic) => isEmpty.has(topicIdentity(topic)),
      conversations: new Map(Object.entries(conversations ?? {})),
      answered,
    };
  });
}

/** A text that may mention `@topic`, and its destination. */
type MentioningText = Pick<MessageDraft, "to" | "rendered">;

/**
 * Loads the participants of the topic for each text that mentions `@topic`: the active users who sent or reacted to a
 * message in it. The keys are indexes into `texts`.
 */
export async function loadTopicParticipants(
  db: Reader,
  texts: readonly MentioningText[],
): Promise<Map<number, number[]>> {
  const topics = texts.flatMap(({ to, rendered }, index) =>
    to.kind === "channel" && rendered.mentions.topicWildcard ? [{ index, ...to }] : [],
  );
  if (topics.length === 0) return new Map();
  const { rows } = await sql<{ nth: number; user_ids: number[] }>`
    select wanted.nth, array_agg(distinct account.id) as user_ids
    from unnest(
      ${topics.map(({ index }) => index)}::int[], ${topics.map(({ channelId }) => channelId)}::int[],
      ${topics.map(({ topic }) => topicKey(topic))}::text[]
    ) as wanted(nth, channel_id, topic_key)
    join channel on channel.id = wanted.channel_id
    join message on message.recipient_id = channel.recipient_id and message.topic_key = wanted.topic_key
    cross join lateral (
      select message.sender_id as user_id
      union all
      select reaction.user_id from reaction where message.has_reaction and reaction.message_id = message.id
    ) as participant
    join account on account.id = participant.user_id and account.is_active
    group by wanted.nth`.execute(db);
  return new Map(rows.map(({ nth, user_ids }) => [nth, user_ids]));
}
