import { botTypes } from "@parlance/contract/entities/bot.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { TopicStates, Topic } from "#modules/channels/topic-visibility/queries.ts";
import { type MessageUser, messageUsersFromSnapshot } from "#modules/messages/core/message-users.ts";
import type { MessageDraft } from "../message-draft.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { membersIn } from "#modules/groups/core/queries.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { alertWords } from "#modules/users/alert-words/alert-words-snapshot.ts";
import { prepareSearchedText } from "#modules/users/alert-words/word-matching.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";

export const channelColumns = ["id", "name", "recipient_id", "invite_only", "first_message_id"] as const;

/** The columns of a channel that storing a message requires. */
export interface SendChannel extends Pick<Row<"channel">, (typeof channelColumns)[number]> {
  /** Approximate time of the channel's newest message, in milliseconds. `null` if it has no messages. */
  readonly last_message_at: number | null;
}

/** Users for whom a draft needs individual treatment. */
export interface AffectedUsers {
  /** Recipients whom the draft mentions by name or as members of a group. */
  readonly mentioned: readonly number[];
  /** Recipients who participate in the topic, if the draft mentions `@topic`. */
  readonly topicParticipants: readonly number[];
  /** Bots that the draft mentions although they are not subscribed to its channel. They receive the message as well. */
  readonly summonedBots: readonly number[];
  /** Recipients whose alert words occur in the draft. */
  readonly alerted: readonly number[];
  /**
   * Users who muted the sender, including users who are not recipients. For them the message is read from the start.
   */
  readonly mutedBy: readonly number[];
  /** True if the sender is a recipient. */
  readonly isSenderRecipient: boolean;
}

/** The data that storing and publishing messages requires. It is loaded for all drafts together. */
export interface SendContext {
  /** Ids allocated for the messages. */
  readonly ids: ReadonlyMap<MessageDraft, number>;
  /** The senders and the members of direct message conversations, by user id. */
  readonly users: ReadonlyMap<number, MessageUser>;
  readonly channels: ReadonlyMap<number, SendChannel>;
  /** Recipient ids of the drafts' direct message conversations that exist, by the conversation's key. */
  readonly conversations: ReadonlyMap<string, number>;
  readonly concerned: ReadonlyMap<MessageDraft, AffectedUsers>;
  /** The state of the drafts' topics for senders and for users who are mentioned by name. */
  readonly topicStates: TopicStates;
}

/**
 * Type of the bots that receive messages that mention them, without being subscribed. Bots of other types only send
 * messages, or are notified in other ways.
 */
export const SUMMONABLE_BOT = botTypes.generic;

/** Results of the database queries for data that the organization snapshot does not contain. */
export interface SendQueryResults {
  /** Newly allocated message ids, at least as many as there are drafts. */
  readonly ids: readonly number[];
  /** True if the topic has no messages yet. */
  readonly isNew: (topic: Topic) => boolean;
  /** Recipient ids of existing direct message conversations by key, at least of all those of the drafts that exist. */
  readonly conversations: ReadonlyMap<string, number>;
  /**
   * Participants of the topic, for drafts that mention `@topic`: active users who sent or reacted to a message in it.
   */
  readonly participants: ReadonlyMap<MessageDraft, readonly number[]>;
}

/** Creates the send context from the organization snapshot. The organization's log position must be locked. */
export function sendContextFromSnapshot(
  snapshot: OrganizationSnapshot,
  realm: RealmContext,
  drafts: readonly MessageDraft[],
  queried: SendQueryResults,
): SendContext {
  return {
    conversations: queried.conversations,
    ids: new Map(drafts.map((draft, index) => [draft, queried.ids[index] as number])),
    users: usersOf(snapshot, realm, drafts),
    channels: channelsOf(snapshot, drafts),
    concerned: new Map(drafts.map((draft) => [draft, affectedUsersIn(snapshot, draft, queried)])),
    topicStates: topicStatesIn(snapshot, queried.isNew),
  };
}

function usersOf(snapshot: OrganizationSnapshot, realm: RealmContext, drafts: readonly MessageDraft[]) {
  const ids = drafts.flatMap(({ senderId, to }) => (to.kind === "direct" ? [senderId, ...to.userIds] : [senderId]));
  return messageUsersFromSnapshot(snapshot, realm, [...new Set(ids)]);
}

function channelsOf(snapshot: OrganizationSnapshot, drafts: readonly MessageDraft[]): Map<number, SendChannel> {
  const known = snapshot.get(channels);
  const ids = new Set(drafts.flatMap(({ to }) => (to.kind === "channel" ? [to.channelId] : [])));
  return new Map([...ids].flatMap((id) => known.get(id) ?? []).map((channel) => [channel.id, channel]));
}

/**
 * The data that determines which users a draft affects. It comes from the database or from the organization snapshot.
 */
interface AffectedUserSources {
  /** All users whom the draft mentions by name or as members of a group. */
  readonly mentioned: ReadonlySet<number>;
  readonly topicParticipants: readonly number[];
  readonly alerted: readonly number[];
  readonly mutedBy: readonly number[];
  readonly isSubscribed: (userId: number, channelId: number) => boolean;
  /** True if the user is a bot that receives messages that mention it. */
  readonly isSummonable: (userId: number) => boolean;
}

/** Returns the users whom a draft affects in particular. */
export function affectedUsersOf({ to, senderId }: MessageDraft, found: AffectedUserSources): AffectedUsers {
  const receives = (userId: number) =>
    to.kind === "direct" ? to.userIds.includes(userId) : found.isSubscribed(userId, to.channelId);
  const mentioned = [...found.mentioned];
  const isSummoned = (userId: number) => to.kind === "channel" && !receives(userId) && found.isSummonable(userId);
  const summonedBots = mentioned.filter(isSummoned);
  return {
    mentioned: [...mentioned.filter(receives), ...summonedBots],
    topicParticipants: found.topicParticipants.filter(receives),
    summonedBots,
    alerted: found.alerted,
    mutedBy: found.mutedBy,
    isSenderRecipient: receives(senderId),
  };
}

function affectedUsersIn(
  snapshot: OrganizationSnapshot,
  draft: MessageDraft,
  { participants }: SendQueryResults,
): AffectedUsers {
  const [known, subscribed] = [snapshot.get(users), snapshot.get(subscriptions)];
  return affectedUsersOf(draft, {
    mentioned: mentionedIn(snapshot, draft),
    topicParticipants: participants.get(draft) ?? [],
    alerted: alertedIn(snapshot, draft),
    mutedBy: snapshot.get(mutes).mutersOf(draft.senderId),
    isSubscribed: (userId, channelId) => subscribed.isSubscribed(userId, channelId),
    isSummonable: (userId) => {
      const account = known.get(userId);
      return account?.bot_type === SUMMONABLE_BOT && account.is_active;
    },
  });
}

/** Returns the users whom a draft mentions, by name or as members of a group. */
function mentionedIn(snapshot: OrganizationSnapshot, { rendered: { mentions } }: MessageDraft): ReadonlySet<number> {
  return new Set([...mentions.users, ...mentions.groups.flatMap((groupId) => membersIn(snapshot, groupId))]);
}

/** Returns the recipients whose alert words occur in the draft, ascending. */
function alertedIn(snapshot: OrganizationSnapshot, { content, to }: MessageDraft): number[] {
  const [words, subscribed] = [snapshot.get(alertWords), snapshot.get(subscriptions)];
  if (words.isEmpty) return [];
  const text = prepareSearchedText(content);
  const alerted = new Set<number>();
  for (const start of text.startKeys) {
    for (const { userId, key } of words.startingWith(start)) {
      const receives =
        to.kind === "direct" ? to.userIds.includes(userId) : subscribed.isSubscribed(userId, to.channelId);
      if (receives && text.has(key)) alerted.add(userId);
    }
  }
  return [...alerted].sort((a, b) => a - b);
}

/** Returns the state of topics for users, according to the organization snapshot. Bots have none. */
function topicStatesIn(snapshot: OrganizationSnapshot, isNew: (topic: Topic) => boolean): TopicStates {
  const [known, policies, subscribed] = [snapshot.get(users), snapshot.get(topicPolicies), snapshot.get(subscriptions)];
  return {
    of: ({ userId, channelId, topic }) => {
      const account = known.get(userId);
      if (!account || account.bot_type !== null) return undefined;
      return {
        policy: policies.of(userId, channelId, topic),
        isChannelMuted: subscribed.isMuted(userId, channelId),
        settings: changeableSettings(account),
      };
    },
    isNew,
  };
}
