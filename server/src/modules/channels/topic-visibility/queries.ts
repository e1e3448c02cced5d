import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { MutedTopic, UserTopic } from "@parlance/contract/nouns/user-topics.ts";
import { compareText } from "@parlance/contract/state/list-operations.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { loadVisibleChannels } from "#modules/channels/core/access/channel-access.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import type { TopicState, TopicVisibility } from "./visibility-policies.ts";

const updatedAt = sql<number>`floor(extract(epoch from user_topic.updated_at))::int8`;

/** Lists a user's settings for topics, in channels that the user can see. They are ordered by channel and topic. */
export async function listUserTopics(db: Reader, user: Pick<Actor, "id" | "realmId">): Promise<UserTopic[]> {
  const rows = await db
    .selectFrom("user_topic")
    .select(["channel_id as stream_id", "topic as topic_name", updatedAt.as("last_updated")])
    .select(sql<TopicVisibility>`policy`.as("visibility_policy"))
    .where("user_id", "=", user.id)
    .execute();
  const knows = await loadVisiblePairs(
    db,
    user.realmId,
    rows.map(({ stream_id }) => ({ userId: user.id, channelId: stream_id })),
  );
  return rows
    .filter(({ stream_id }) => knows({ userId: user.id, channelId: stream_id }))
    .sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic_name, b.topic_name));
}

/**
 * Lists the topics that users have muted, in the form for older clients, by user id. It contains the channels' names.
 * Topics in channels that a user cannot see are omitted.
 */
export async function listMutedTopics(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, MutedTopic[]>> {
  const { rows } = await sql<{ userId: number; channelId: number; name: string; topic: string; updated_at: number }>`
    select user_topic.user_id as "userId", channel.id as "channelId", channel.name, user_topic.topic,
      ${updatedAt} as updated_at
    from user_topic
    join channel on channel.id = user_topic.channel_id
    where user_topic.user_id = any(${userIds}::int[]) and user_topic.policy = ${visibilityPolicies.muted}
    order by user_topic.channel_id, user_topic.topic_key`.execute(db);
  const knows = await loadVisiblePairs(db, realmId, rows);
  const topics = new Map<number, MutedTopic[]>(userIds.map((id) => [id, []]));
  for (const row of rows) if (knows(row)) topics.get(row.userId)?.push([row.name, row.topic, row.updated_at]);
  return topics;
}

interface UserChannelPair {
  readonly userId: number;
  readonly channelId: number;
}

/**
 * Loads which users can see which channels. Needed because a user's settings for topics remain stored when the user
 * loses access to the channel, but must not be shown then.
 */
export async function loadVisiblePairs(
  db: Reader,
  realmId: number,
  userChannels: readonly UserChannelPair[],
): Promise<(pair: UserChannelPair) => boolean> {
  if (userChannels.length === 0) return () => false;
  const ids = [...new Set(userChannels.map(({ channelId }) => channelId))];
  const known = await loadVisibleChannels(db, realmId, [...new Set(userChannels.map(({ userId }) => userId))], { ids });
  const pairs = new Map([...known].map(([userId, channelIds]) => [userId, new Set(channelIds)]));
  return ({ userId, channelId }) => pairs.get(userId)?.has(channelId) ?? false;
}

/** A topic of a channel. */
export interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

/** Returns a text that identifies a topic: it is equal for topics that differ only in capitalization. */
export const topicIdentity = ({ channelId, topic }: Topic): string => `${channelId} ${topicKey(topic)}`;

export interface TopicOfUser extends Topic {
  readonly userId: number;
}

/** The state of topics for users. */
export interface TopicStates {
  /** Returns the state of a topic for a user. Undefined for bots, which have no settings for topics. */
  readonly of: (topicPairs: TopicOfUser) => TopicState | undefined;
  /** True if the topic has no messages yet. */
  readonly isNew: (topic: Topic) => boolean;
}

/**
 * Condition that a topic has no messages yet. The query must join the topic as a row named `requested`, and the topic's
 * channel.
 */
export const isNewTopicInSql = sql<boolean>`not exists (
  select from message where message.recipient_id = channel.recipient_id and message.topic_key = requested.topic_key
)`;

interface TopicStateRow extends Pick<Row<"account">, "settings"> {
  readonly ordinal: number;
  readonly policy: TopicVisibility | null;
  readonly is_muted: boolean;
  readonly is_new: boolean;
}

/** Loads the state of topics for the given users, in one query. */
export async function loadTopicStates(db: Reader, topicPairs: readonly TopicOfUser[]): Promise<TopicStates> {
  const people = new Map<string, TopicState>();
  const fresh = new Set<string>();
  const nameOf = (one: TopicOfUser) => `${one.userId} ${topicIdentity(one)}`;
  for (const row of topicPairs.length === 0 ? [] : await loadTopicStateRows(db, topicPairs)) {
    const one = topicPairs[row.ordinal - 1] as TopicOfUser;
    const { policy, is_muted, settings } = row;
    people.set(nameOf(one), { policy, isChannelMuted: is_muted, settings: changeableSettings({ settings }) });
    if (row.is_new) fresh.add(topicIdentity(one));
  }
  return { of: (one) => people.get(nameOf(one)), isNew: (topic) => fresh.has(topicIdentity(topic)) };
}

async function loadTopicStateRows(db: Reader, topicPairs: readonly TopicOfUser[]): Promise<TopicStateRow[]> {
  const { rows } = await sql<TopicStateRow>`
    select requested.ordinal, account.settings, user_topic.policy,
      coalesce(subscription.is_active and subscription.is_muted, false) as is_muted,
      ${isNewTopicInSql} as is_new
    from unnest(
      ${topicPairs.map(({ userId }) => userId)}::int[], ${topicPairs.map(({ channelId }) => channelId)}::int[],
      ${topicPairs.map(({ topic }) => topicKey(topic))}::text[]
    ) with ordinality as requested(user_id, channel_id, topic_key, ordinal)
    join account on account.id = requested.user_id and account.bot_type is null
    join channel on channel.id = requested.channel_id
    left join user_topic using (user_id, channel_id, topic_key)
    left join subscription on subscription.user_id = requested.user_id and subscription.channel_id = requested.channel_id`.execute(
    db,
  );
  return rows;
}
