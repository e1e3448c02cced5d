import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { membersIn } from "#modules/groups/core/queries.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { alertWords } from "#modules/users/alert-words/alert-words-snapshot.ts";
import { searchedText } from "#modules/users/alert-words/word-matching.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import type { Standings, Topic } from "#modules/channels/topic-visibility/queries.ts";
import { knownCorrespondents } from "#modules/messages/core/message-users.ts";
import type { MessageDraft } from "../message-draft.ts";
import { type ChannelFacts, type Concerned, concernedBy, type SendingFacts, SUMMONABLE_BOT } from "./send-context.ts";

/** What the database was asked for, because the organization in memory does not tell it. */
export interface Asked {
  /** Ids that nobody else has, as many as there are drafts. */
  readonly ids: readonly number[];
  /** Whether nothing was written in a topic so far. */
  readonly isNew: (topic: Topic) => boolean;
  /** The direct conversations that exist, by key; at least those of the drafts. */
  readonly conversations: ReadonlyMap<string, number>;
  /** Who wrote or reacted in the topic that a draft mentions as a whole. */
  readonly participants: ReadonlyMap<MessageDraft, readonly number[]>;
}

/** What storing and telling of messages takes, from the organization in memory. Its position must be locked. */
export function knownFacts(
  directory: Directory,
  realm: RealmContext,
  drafts: readonly MessageDraft[],
  asked: Asked,
): SendingFacts {
  return {
    conversations: asked.conversations,
    ids: new Map(drafts.map((draft, index) => [draft, asked.ids[index] as number])),
    people: peopleOf(directory, realm, drafts),
    channels: channelsOf(directory, drafts),
    concerned: new Map(drafts.map((draft) => [draft, concernedIn(directory, draft, asked)])),
    standings: standingsIn(directory, asked.isNew),
  };
}

function peopleOf(directory: Directory, realm: RealmContext, drafts: readonly MessageDraft[]) {
  const ids = drafts.flatMap(({ senderId, to }) => (to.kind === "direct" ? [senderId, ...to.userIds] : [senderId]));
  return knownCorrespondents(directory, realm, [...new Set(ids)]);
}

function channelsOf(directory: Directory, drafts: readonly MessageDraft[]): Map<number, ChannelFacts> {
  const known = directory.of(channels);
  const ids = new Set(drafts.flatMap(({ to }) => (to.kind === "channel" ? [to.channelId] : [])));
  return new Map([...ids].flatMap((id) => known.get(id) ?? []).map((channel) => [channel.id, channel]));
}

function concernedIn(directory: Directory, draft: MessageDraft, { participants }: Asked): Concerned {
  const [known, subscribed] = [directory.of(people), directory.of(subscriptions)];
  return concernedBy(draft, {
    mentioned: mentionedIn(directory, draft),
    topicParticipants: participants.get(draft) ?? [],
    alerted: alertedIn(directory, draft),
    mutedBy: directory.of(mutes).mutersOf(draft.senderId),
    isSubscribed: (userId, channelId) => subscribed.isSubscribed(userId, channelId),
    isSummonable: (userId) => {
      const account = known.get(userId);
      return account?.bot_type === SUMMONABLE_BOT && account.is_active;
    },
  });
}

/** Users whom a text mentions, by name or as members of a group. */
function mentionedIn(directory: Directory, { rendered: { mentions } }: MessageDraft): ReadonlySet<number> {
  return new Set([...mentions.users, ...mentions.groups.flatMap((groupId) => membersIn(directory, groupId))]);
}

/** The readers who have one of a text's words among theirs, ascending. */
function alertedIn(directory: Directory, { content, to }: MessageDraft): number[] {
  const [words, subscribed] = [directory.of(alertWords), directory.of(subscriptions)];
  if (words.isEmpty) return [];
  const text = searchedText(content);
  const alerted = new Set<number>();
  for (const start of text.startKeys) {
    for (const { userId, key } of words.beginningWith(start)) {
      const receives =
        to.kind === "direct" ? to.userIds.includes(userId) : subscribed.isSubscribed(userId, to.channelId);
      if (receives && text.has(key)) alerted.add(userId);
    }
  }
  return [...alerted].sort((a, b) => a - b);
}

/** What topics are to people. */
function standingsIn(directory: Directory, isNew: (topic: Topic) => boolean): Standings {
  const [known, policies, subscribed] = [
    directory.of(people),
    directory.of(topicPolicies),
    directory.of(subscriptions),
  ];
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
