import { sql } from "kysely";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/directory/directory.ts";
import { groups } from "#modules/2-records/user-groups/directory.ts";
import { holdsIn } from "#modules/2-records/user-groups/group-settings.ts";
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

/**
 * Why the writer of a text may not mention the whole channel or topic, where that is many people. `participants`: how many
 * wrote or reacted in the topic; asked for if it is mentioned as a whole.
 */
export function wildcardProblem(
  directory: Directory,
  { userId, to, mentions, subscriberCount }: Mentioning,
  participants: () => number,
): AppError | null {
  if (to.kind === "direct") return null;
  const isManyInChannel = mentions.channelWildcard && subscriberCount > WILDCARD_THRESHOLD;
  if (!isManyInChannel && !(mentions.topicWildcard && participants() > WILDCARD_THRESHOLD)) return null;
  const setting = "can_mention_many_users_group" as const;
  if (holdsIn(directory, { userId, scope: "realm", scopeId: directory.realmId, setting })) return null;
  return isManyInChannel ? new ChannelWildcardNotAllowed() : new TopicWildcardNotAllowed();
}

/** Why the writer of a text may not mention one of the groups that it mentions. */
export function groupMentionProblem(directory: Directory, { userId, mentions }: Mentioning): AppError | null {
  const refused = mentions.groups.find(
    (scopeId) => !holdsIn(directory, { userId, scope: "group", scopeId, setting: "can_mention_group" }),
  );
  if (refused === undefined) return null;
  return new MayNotMentionGroup({ group: directory.of(groups).get(refused)?.name ?? "" });
}

/** People who wrote or reacted in the topics that texts mention as a whole, by the text's index. */
export async function countParticipants(
  db: Reader,
  texts: readonly Pick<Mentioning, "to" | "mentions">[],
): Promise<Map<number, number>> {
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
