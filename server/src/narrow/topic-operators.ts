import { sql } from "kysely";
import type { TermMeaning, NarrowTopic, NarrowScope } from "./term-meaning.ts";
import { matchesNothing } from "./conversation-operators.ts";

/** Condition that matches the messages of the given topics. */
function inTopics(topics: readonly NarrowTopic[], { columns }: NarrowScope): Omit<TermMeaning, "bounds"> {
  if (topics.length === 0) return matchesNothing;
  const known = new Set(topics.map(({ recipientId, topicKey }) => `${recipientId} ${topicKey}`));
  return {
    of: "message",
    // With `is true`, PostgreSQL builds one hash table of the topics. Otherwise it joins them with each message.
    sql: sql`((${columns.recipientId}, message.topic_key) in (
      select * from unnest(
        ${topics.map(({ recipientId }) => recipientId)}::int[], ${topics.map(({ topicKey }) => topicKey)}::text[]
      )
    ) is true)`,
    matches: ({ recipientId, topic }) => known.has(`${recipientId} ${topic.toLowerCase()}`),
  };
}

/**
 * Meaning of `is:muted`: matches the messages of topics and channels that the current user has muted. A topic's setting
 * takes precedence over that of its channel.
 */
export async function isMuted(scope: NarrowScope): Promise<TermMeaning> {
  const { mutedRecipientIds: recipientIds, ...topics } = await scope.lookup.loadTopicPolicies();
  const known = new Set(recipientIds);
  const [own, others] = [inTopics(topics.muted, scope), inTopics(topics.unmuted, scope)];
  const hasOwn = topics.muted.length > 0 || topics.unmuted.length > 0;
  const inChannels = sql<boolean>`${scope.columns.recipientId} = any(${recipientIds}::int[])`;
  const muted: TermMeaning = {
    of: hasOwn ? "message" : "conversation",
    sql: hasOwn ? sql`(${own.sql} or (${inChannels} and not ${others.sql}))` : inChannels,
    matches: (message) => own.matches(message) || (known.has(message.recipientId) && !others.matches(message)),
    bounds: { parts: { recipientIds, isInside: true, topics: topics.muted } },
  };
  const home = { ...negate(muted), bounds: { parts: { recipientIds, isInside: false, topics: topics.unmuted } } };
  return { ...muted, negation: home };
}

export async function isFollowed(scope: NarrowScope): Promise<TermMeaning> {
  const topics = (await scope.lookup.loadTopicPolicies()).followed;
  return {
    ...inTopics(topics, scope),
    bounds: { kind: "channel", parts: { recipientIds: [], isInside: true, topics } },
  };
}

/** Meaning of `in:home`: matches all messages that `is:muted` does not match. */
export const isNotMuted = async (scope: NarrowScope): Promise<TermMeaning> => negate(await isMuted(scope));

/** Returns the meaning of the negated term. */
export const negate = (meaning: TermMeaning): TermMeaning =>
  meaning.negation ?? {
    of: meaning.of,
    sql: sql`not (${meaning.sql})`,
    matches: (message) => !meaning.matches(message),
    negation: meaning,
  };
