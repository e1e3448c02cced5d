import { sql } from "kysely";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { loadStoredResponses } from "#modules/platform/idempotency/idempotency-keys.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { isNewTopicInSql, topicIdentity, type Topic } from "#modules/channels/topic-visibility/queries.ts";
import type { SentMessage } from "../actions/send-messages.ts";
import { nextMessageIdsQuery } from "../actions/allocate-message-ids.ts";
import type { OutgoingMessage } from "../outgoing-message.ts";

/** What sending asks the database for, under the lock on the position. */
export interface SendPreload {
  /** Ids that nobody else has, ascending, as many as there are messages. */
  readonly ids: readonly number[];
  /** Whether nothing was written in a topic so far. */
  readonly isNew: (topic: Topic) => boolean;
  /** The direct conversations among those that messages go to that exist, by key. */
  readonly conversations: ReadonlyMap<string, number>;
  /** What was answered before to these requests, by their index. */
  readonly answered: Awaited<ReturnType<typeof loadStoredResponses<SentMessage>>>;
}

/** Asks for it. All statements are sent when this returns. */
export function preloadSend(tx: Tx, items: readonly OutgoingMessage[]): Promise<SendPreload> {
  const topics = new Map<string, Topic>();
  for (const { draft } of items) {
    if (draft.to.kind === "channel") topics.set(topicIdentity(draft.to), draft.to);
  }
  const wanted = [...topics.values()];
  const keys = items.flatMap(({ draft: { to } }) => (to.kind === "direct" ? [directKey(to.userIds)] : []));
  const asked = sendNow(
    tx,
    sql<{ ids: number[]; empty: number[]; conversations: Record<string, number> | null }>`
    select array(${nextMessageIdsQuery(items.length)}) as ids, array(
      select asked.ordinal - 1 from unnest(
        ${wanted.map(({ channelId }) => channelId)}::int[], ${wanted.map(({ topic }) => topicKey(topic))}::text[]
      ) with ordinality as asked(channel_id, topic_key, ordinal)
      join channel on channel.id = asked.channel_id
      where ${isNewTopicInSql}
    ) as empty, (
      select json_object_agg(direct_key, id) from recipient
      where realm_id = ${items[0]?.realm.id ?? 0} and direct_key = any(${keys}::text[])
    ) as conversations`,
  );
  const earlier = loadStoredResponses<SentMessage>(tx, items);
  return Promise.all([asked, earlier]).then(([{ rows }, answered]) => {
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
