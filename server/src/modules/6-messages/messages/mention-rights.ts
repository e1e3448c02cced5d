import { sql } from "kysely";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Reader } from "#kernel/db/types.ts";
import { holdsMany } from "#modules/2-records/user-groups/group-settings.ts";
import type { Destination } from "./message-draft.ts";
import { ChannelWildcardNotAllowed, MayNotMentionGroup, TopicWildcardNotAllowed } from "./errors.ts";
import { topicKey } from "#modules/1-ground/conversations/text.ts";
import { participantsJoin } from "./topic-participants.ts";

/** Mentioning so many people at once takes a permission of its own. */
const WILDCARD_THRESHOLD = 15;

/** Somebody mentions others in a text that goes somewhere. */
export interface Mentioning {
  readonly userId: number;
  readonly to: Destination;
  readonly mentions: Rendered["mentions"];
  /** Of the channel; 0 for direct messages. */
  readonly subscriberCount: number;
}

/** For each text, in order: why its writer may not mention the whole channel or topic, where that is many people. */
export async function wildcardProblems(
  db: Reader,
  realmId: number,
  texts: readonly Mentioning[],
): Promise<(AppError | null)[]> {
  const participants = await countParticipants(db, texts);
  const many = texts.map(({ to, mentions, subscriberCount }, nth) => {
    if (to.kind === "direct") return null;
    if (mentions.channelWildcard && subscriberCount > WILDCARD_THRESHOLD) return new ChannelWildcardNotAllowed();
    return mentions.topicWildcard && (participants.get(nth) ?? 0) > WILDCARD_THRESHOLD
      ? new TopicWildcardNotAllowed()
      : null;
  });
  const asked = texts.flatMap(({ userId }, nth) => (many[nth] ? [{ nth, userId }] : []));
  const setting = "can_mention_many_users_group" as const;
  const held = await holdsMany(
    db,
    realmId,
    asked.map(({ userId }) => ({ userId, scope: "realm" as const, scopeId: realmId, setting })),
  );
  asked.forEach(({ nth }, index) => (many[nth] = held[index] ? null : (many[nth] ?? null)));
  return many;
}

/** People who wrote or reacted in the topics that are mentioned as a whole, by the text's index. */
async function countParticipants(db: Reader, texts: readonly Mentioning[]): Promise<Map<number, number>> {
  const topics = texts.flatMap(({ to, mentions }, nth) =>
    to.kind === "channel" && mentions.topicWildcard ? [{ nth, ...to }] : [],
  );
  if (topics.length === 0) return new Map();
  const { rows } = await sql<{ nth: number; people: number }>`
    select wanted.nth, count(distinct account.id) as people
    from unnest(
      ${topics.map(({ nth }) => nth)}::int[], ${topics.map(({ channelId }) => channelId)}::int[],
      ${topics.map(({ topic }) => topicKey(topic))}::text[]
    ) as wanted(nth, channel_id, topic_key)
    join channel on channel.id = wanted.channel_id
    join message on message.recipient_id = channel.recipient_id and message.topic_key = wanted.topic_key
    ${participantsJoin}
    group by wanted.nth`.execute(db);
  return new Map(rows.map(({ nth, people }) => [nth, people]));
}

/** Mentions of groups that the writer may not mention, by the text's index. */
export async function groupMentionProblems(
  db: Reader,
  realmId: number,
  texts: readonly Mentioning[],
): Promise<Map<number, AppError>> {
  const asked = texts.flatMap(({ userId, mentions }, nth) =>
    mentions.groups.map((groupId) => ({ nth, groupId, userId })),
  );
  const setting = "can_mention_group" as const;
  const held = await holdsMany(
    db,
    realmId,
    asked.map(({ userId, groupId }) => ({ userId, scope: "group" as const, scopeId: groupId, setting })),
  );
  const refused = asked.filter((_, index) => !held[index]);
  if (refused.length === 0) return new Map();
  const names = await db
    .selectFrom("user_group")
    .select(["id", "name"])
    .where("id", "=", sql<number>`any(${refused.map(({ groupId }) => groupId)}::int[])`)
    .execute();
  const nameOf = (id: number) => names.find((group) => group.id === id)?.name ?? "";
  return new Map(refused.map(({ nth, groupId }) => [nth, new MayNotMentionGroup({ group: nameOf(groupId) })]));
}
