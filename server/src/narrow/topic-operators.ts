import { sql } from "kysely";
import type { Meaning, NarrowTopic, Scope } from "./term-meaning.ts";
import { nothing } from "./conversation-operators.ts";

/** Messages of some topics. */
function within(topics: readonly NarrowTopic[], { columns }: Scope): Omit<Meaning, "bounds"> {
  if (topics.length === 0) return nothing;
  const known = new Set(topics.map(({ recipientId, topicKey }) => `${recipientId} ${topicKey}`));
  return {
    of: "message",
    sql: sql`(${columns.recipientId}, message.topic_key) in (
      select * from unnest(
        ${topics.map(({ recipientId }) => recipientId)}::int[], ${topics.map(({ topicKey }) => topicKey)}::text[]
      )
    )`,
    matches: ({ recipientId, topic }) => known.has(`${recipientId} ${topic.toLowerCase()}`),
  };
}

/** Messages that the reader muted. What the policy of a topic says counts before that of its channel. */
export async function isMuted(scope: Scope): Promise<Meaning> {
  const { mutedRecipientIds: recipientIds, ...topics } = await scope.directory.ownTopics();
  const known = new Set(recipientIds);
  const [own, others] = [within(topics.muted, scope), within(topics.unmuted, scope)];
  const hasOwn = topics.muted.length > 0 || topics.unmuted.length > 0;
  const inChannels = sql<boolean>`${scope.columns.recipientId} = any(${recipientIds}::int[])`;
  const muted: Meaning = {
    of: hasOwn ? "message" : "conversation",
    sql: hasOwn ? sql`(${own.sql} or (${inChannels} and not ${others.sql}))` : inChannels,
    matches: (message) => own.matches(message) || (known.has(message.recipientId) && !others.matches(message)),
    bounds: { parts: { recipientIds, isInside: true, topics: topics.muted } },
  };
  const home = { ...opposite(muted), bounds: { parts: { recipientIds, isInside: false, topics: topics.unmuted } } };
  return { ...muted, opposite: home };
}

export async function isFollowed(scope: Scope): Promise<Meaning> {
  const topics = (await scope.directory.ownTopics()).followed;
  return { ...within(topics, scope), bounds: { kind: "channel", parts: { recipientIds: [], isInside: true, topics } } };
}

/** Messages outside what the reader muted. */
export const isInHome = async (scope: Scope): Promise<Meaning> => opposite(await isMuted(scope));

/** The same, turned round. */
export const opposite = (meaning: Meaning): Meaning =>
  meaning.opposite ?? {
    of: meaning.of,
    sql: sql`not (${meaning.sql})`,
    matches: (message) => !meaning.matches(message),
    opposite: meaning,
  };
