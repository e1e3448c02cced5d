import { sql } from "kysely";
import type { AppError } from "#kernel/errors.ts";
import type { Tx } from "#kernel/db/types.ts";
import { postingRights, type PostingChannel } from "#modules/channels/posting-rights.ts";
import { realmSettings } from "#modules/realms/queries.ts";
import { holdsMany } from "#modules/user-groups/group-settings.ts";
import * as errors from "./errors.ts";
import { directMessageRights } from "./direct-rights.ts";
import type { Outgoing } from "./outgoing.ts";
import { topicKey } from "./text.ts";
import { participantsJoin } from "./topic-participants.ts";

/** Mentioning so many people at once takes a permission of its own. */
const WILDCARD_THRESHOLD = 15;

/** For each message, in order: null where its sender may send it, else why not. */
export async function sendingRights(tx: Tx, realmId: number, items: readonly Outgoing[]): Promise<(AppError | null)[]> {
  const inChannels = items.flatMap((item, place) =>
    item.draft.to.kind === "channel" ? [{ item, to: item.draft.to, place }] : [],
  );
  const direct = items.flatMap((item, place) =>
    item.draft.to.kind === "direct" ? [{ item, to: item.draft.to, place }] : [],
  );
  const verdicts: (AppError | null)[] = items.map(() => null);
  const note = (place: number, error: AppError | null) => (verdicts[place] ??= error);

  if (inChannels.length > 0) {
    const pairs = inChannels.map(({ item, to }) => ({
      userId: item.sender.id,
      channelId: to.channelId,
      isByName: to.isByName,
    }));
    const channels = await postingRights(tx, realmId, pairs);
    const policy = await topicsPolicies(tx, realmId, inChannels, channels);
    const mayMentionMany = await wildcardRights(
      tx,
      realmId,
      inChannels.map(({ item }) => item),
      channels,
    );
    inChannels.forEach(({ to, place }, index) => {
      const channel = channels[index];
      if (!channel || !("topics_policy" in channel)) return note(place, channel ?? null);
      note(place, topicProblem(to.topic, policy(channel)));
      note(place, mayMentionMany[index] ?? null);
    });
  }
  const conversations = direct.map(({ item, to }) => ({
    sender: item.sender,
    userIds: to.userIds,
  }));
  const problems = await directMessageRights(tx, realmId, conversations);
  direct.forEach(({ place }, index) => note(place, problems[index] ?? null));
  (await groupMentionProblems(tx, realmId, items)).forEach((error, place) => note(place, error));
  return verdicts;
}

/** What each channel's policy on the empty topic comes to. An organization's can only matter to the empty topic. */
async function topicsPolicies(
  tx: Tx,
  realmId: number,
  messages: readonly { readonly to: { readonly topic: string } }[],
  channels: readonly (PostingChannel | AppError)[],
) {
  const inherits = channels.some(
    (channel, index) =>
      "topics_policy" in channel && channel.topics_policy === "inherit" && messages[index]?.to.topic === "",
  );
  const inherited = inherits ? (await realmSettings(tx, realmId)).topics_policy : "allow_empty_topic";
  return ({ topics_policy }: PostingChannel) => (topics_policy === "inherit" ? inherited : topics_policy);
}

function topicProblem(topic: string, policy: string): AppError | null {
  if (policy === "disable_empty_topic" && topic === "") return new errors.EmptyTopicNotAllowed();
  return policy === "empty_topic_only" && topic !== "" ? new errors.OnlyEmptyTopicAllowed() : null;
}

/** Mentions of a whole channel or topic, where that is many people, take a permission. */
async function wildcardRights(
  tx: Tx,
  realmId: number,
  items: readonly Outgoing[],
  channels: readonly (PostingChannel | AppError)[],
): Promise<(AppError | null)[]> {
  const participants = await countParticipants(tx, items);
  const many = items.map(({ draft }, place) => {
    const channel = channels[place];
    const { channelWildcard, topicWildcard } = draft.rendered.mentions;
    const subscribers = channel && "subscriber_count" in channel ? channel.subscriber_count : 0;
    if (channelWildcard && subscribers > WILDCARD_THRESHOLD) return new errors.ChannelWildcardNotAllowed();
    return topicWildcard && (participants.get(place) ?? 0) > WILDCARD_THRESHOLD
      ? new errors.TopicWildcardNotAllowed()
      : null;
  });
  const asked = many.flatMap((error, place) => (error ? [{ place, userId: items[place]?.sender.id ?? 0 }] : []));
  if (asked.length === 0) return many;
  const setting = "can_mention_many_users_group" as const;
  const held = await holdsMany(
    tx,
    realmId,
    asked.map(({ userId }) => ({ userId, scope: "realm" as const, scopeId: realmId, setting })),
  );
  asked.forEach(({ place }, index) => (many[place] = held[index] ? null : (many[place] ?? null)));
  return many;
}

/** People who wrote or reacted in the topics that are mentioned as a whole, by the message's place. */
async function countParticipants(tx: Tx, items: readonly Outgoing[]): Promise<Map<number, number>> {
  const topics = items.flatMap(({ draft: { to, rendered } }, place) =>
    to.kind === "channel" && rendered.mentions.topicWildcard ? [{ place, ...to }] : [],
  );
  if (topics.length === 0) return new Map();
  const { rows } = await sql<{ place: number; people: number }>`
    select wanted.place, count(distinct account.id) as people
    from unnest(
      ${topics.map(({ place }) => place)}::int[], ${topics.map(({ channelId }) => channelId)}::int[],
      ${topics.map(({ topic }) => topicKey(topic))}::text[]
    ) as wanted(place, channel_id, topic_key)
    join channel on channel.id = wanted.channel_id
    join message on message.recipient_id = channel.recipient_id and message.topic_key = wanted.topic_key
    ${participantsJoin}
    group by wanted.place`.execute(tx);
  return new Map(rows.map(({ place, people }) => [place, people]));
}

/** Mentions of groups that the sender may not mention, by the message's place. */
async function groupMentionProblems(
  tx: Tx,
  realmId: number,
  items: readonly Outgoing[],
): Promise<Map<number, AppError>> {
  const asked = items.flatMap(({ sender, draft }, place) =>
    draft.rendered.mentions.groups.map((groupId) => ({ place, groupId, userId: sender.id })),
  );
  if (asked.length === 0) return new Map();
  const setting = "can_mention_group" as const;
  const held = await holdsMany(
    tx,
    realmId,
    asked.map(({ userId, groupId }) => ({
      userId,
      scope: "group" as const,
      scopeId: groupId,
      setting,
    })),
  );
  const refused = asked.filter((_, index) => !held[index]);
  if (refused.length === 0) return new Map();
  const names = await tx
    .selectFrom("user_group")
    .select(["id", "name"])
    .where("id", "=", sql<number>`any(${refused.map(({ groupId }) => groupId)}::int[])`)
    .execute();
  const nameOf = (id: number) => names.find((group) => group.id === id)?.name ?? "";
  return new Map(
    refused.map(({ place, groupId }) => [place, new errors.MayNotMentionGroup({ group: nameOf(groupId) })]),
  );
}
