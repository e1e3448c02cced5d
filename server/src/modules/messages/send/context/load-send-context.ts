import { sql } from "kysely";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { findAlertedUsers } from "#modules/users/alert-words/queries.ts";
import { loadMuters } from "#modules/users/muted-users/queries.ts";
import { loadMembers } from "#modules/groups/core/queries.ts";
import { loadTopicStates } from "#modules/channels/topic-visibility/queries.ts";
import { allocateMessageIds } from "../actions/allocate-message-ids.ts";
import { loadMessageUsers } from "#modules/messages/core/message-users.ts";
import { directKey, findDirectRecipients } from "#modules/messages/recipients/direct-recipients.ts";
import type { MessageDraft } from "../message-draft.ts";
import {
  affectedUsersOf,
  channelColumns,
  SUMMONABLE_BOT,
  type AffectedUsers,
  type SendChannel,
  type SendContext,
} from "./send-context.ts";
import { loadTopicParticipants } from "./send-preload.ts";

/**
 * Loads the send context from the database, for transactions that may have changed its data. The organization's log
 * position must be locked.
 */
export async function loadSendContext(
  tx: Tx,
  realm: RealmContext,
  drafts: readonly MessageDraft[],
): Promise<SendContext> {
  const people = drafts.flatMap(({ senderId, to }) => (to.kind === "direct" ? [senderId, ...to.userIds] : [senderId]));
  const channelIds = drafts.flatMap(({ to }) => (to.kind === "channel" ? [to.channelId] : []));
  const keys = drafts.flatMap(({ to }) => (to.kind === "direct" ? [directKey(to.userIds)] : []));
  const [ids, users, channels, conversations, concerned, topicStates] = await pipelined([
    allocateMessageIds(tx, drafts.length),
    loadMessageUsers(tx, realm, [...new Set(people)]),
    loadChannels(tx, realm.id, [...new Set(channelIds)]),
    findDirectRecipients(tx, realm.id, keys),
    loadAffectedUsers(tx, realm.id, drafts),
    loadTopicStates(tx, drafts.flatMap(topicParticipantsOf)),
  ]);
  const idOf = new Map(drafts.map((draft, index) => [draft, ids[index] as number]));
  return { ids: idOf, users, channels, conversations, concerned, topicStates };
}

/** Returns the users whose visibility of the topic the draft can change: the sender and the users mentioned by name. */
const topicParticipantsOf = ({ to, senderId, rendered }: MessageDraft) =>
  to.kind === "channel"
    ? [senderId, ...rendered.mentions.users].map((userId) => ({ userId, channelId: to.channelId, topic: to.topic }))
    : [];

async function loadChannels(tx: Tx, realmId: number, ids: readonly number[]): Promise<Map<number, SendChannel>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("channel")
    .select(channelColumns)
    .select(sql<number | null>`floor(extract(epoch from last_message_at) * 1000)::int8`.as("last_message_at"))
    .where("realm_id", "=", realmId)
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const alertText = ({ content, to }: MessageDraft) => ({
  content,
  to: to.kind === "channel" ? { channelId: to.channelId } : { userIds: to.userIds },
});

async function loadAffectedUsers(
  tx: Tx,
  realmId: number,
  drafts: readonly MessageDraft[],
): Promise<Map<MessageDraft, AffectedUsers>> {
  const candidates = await loadMentionCandidates(tx, drafts);
  const participants = await loadTopicParticipants(tx, drafts);
  const [alerted, muters, subscribed] = await pipelined([
    findAlertedUsers(tx, realmId, drafts.map(alertText)),
    loadMuters(tx, [...new Set(drafts.map(({ senderId }) => senderId))]),
    loadSubscribed(tx, drafts, candidates, participants),
  ]);
  const bots = await loadSummonableBots(tx, drafts, candidates, subscribed);
  return new Map(
    drafts.map((draft, index) => {
      const concerned = affectedUsersOf(draft, {
        mentioned: candidates.get(index) ?? new Set<number>(),
        topicParticipants: participants.get(index) ?? [],
        alerted: alerted[index] ?? [],
        mutedBy: muters.get(draft.senderId) ?? [],
        isSubscribed: (userId, channelId) => subscribed.get(channelId)?.has(userId) ?? false,
        isSummonable: (userId) => bots.has(userId),
      });
      return [draft, concerned] as const;
    }),
  );
}

/** A text that may mention users, and its destination. */
type MentioningText = Pick<MessageDraft, "to" | "rendered">;

/** Loads the users whom each text mentions, by name or as members of a group. The keys are indexes into `drafts`. */
export async function loadMentionCandidates(
  tx: Tx,
  drafts: readonly MentioningText[],
): Promise<Map<number, Set<number>>> {
  const candidates = new Map(drafts.map(({ rendered }, index) => [index, new Set(rendered.mentions.users)]));
  const pairs = drafts.flatMap(({ rendered }, index) =>
    rendered.mentions.groups.map((groupId) => ({ index, groupId })),
  );
  if (pairs.length === 0) return candidates;
  const members = await loadMembers(tx, [...new Set(pairs.map(({ groupId }) => groupId))]);
  for (const { index, groupId } of pairs) {
    for (const userId of members.get(groupId) ?? []) candidates.get(index)?.add(userId);
  }
  return candidates;
}

/**
 * Loads the senders, mentioned users and topic participants who are subscribed to the drafts' channels, by channel id.
 */
async function loadSubscribed(
  tx: Tx,
  drafts: readonly MessageDraft[],
  candidates: ReadonlyMap<number, ReadonlySet<number>>,
  participants: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, Set<number>>> {
  const pairs = drafts.flatMap(({ to, senderId }, index) =>
    to.kind === "channel"
      ? [senderId, ...(candidates.get(index) ?? []), ...(participants.get(index) ?? [])].map((userId) => ({
          userId,
          channelId: to.channelId,
        }))
      : [],
  );
  const subscribed = new Map<number, Set<number>>();
  if (pairs.length === 0) return subscribed;
  const { rows } = await sql<{ user_id: number; channel_id: number }>`
    select distinct subscription.user_id, subscription.channel_id
    from unnest(${pairs.map(({ userId }) => userId)}::int[], ${pairs.map(({ channelId }) => channelId)}::int[]) as pair(user_id, channel_id)
    join subscription using (user_id, channel_id) where subscription.is_active`.execute(tx);
  for (const { user_id, channel_id } of rows) {
    const own = subscribed.get(channel_id);
    if (own) own.add(user_id);
    else subscribed.set(channel_id, new Set([user_id]));
  }
  return subscribed;
}

async function loadSummonableBots(
  tx: Tx,
  drafts: readonly MessageDraft[],
  candidates: ReadonlyMap<number, ReadonlySet<number>>,
  subscribed: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<Set<number>> {
  const absent = drafts.flatMap(({ to }, index) =>
    to.kind === "channel"
      ? [...(candidates.get(index) ?? [])].filter((id) => !subscribed.get(to.channelId)?.has(id))
      : [],
  );
  if (absent.length === 0) return new Set();
  const rows = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", sql<number>`any(${absent}::int[])`)
    .where("bot_type", "=", SUMMONABLE_BOT)
    .where("is_active", "=", true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
