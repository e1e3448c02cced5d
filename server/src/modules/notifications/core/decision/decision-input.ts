import { isQuiet } from "@parlance/contract/entities/quiet-hours.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings, userSettingDefaults } from "#modules/users/core/settings/user-settings.ts";
import { subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import type { Candidate, Placed } from "./candidates.ts";
import type { InChannel, NoticeFacts } from "@parlance/contract/notifications/notification-decision.ts";

/** What is asked once for all whom a message may concern. */
export interface Circumstances {
  readonly directory: Directory;
  /** Of the candidates, those who are at one of their clients. */
  readonly online: ReadonlySet<number>;
  /** Of them, those who muted the sender. */
  readonly muters: ReadonlySet<number>;
  readonly now: Date;
}

/** All that decides whether somebody is told of a message in whose conversation they are, from the organization in memory. */
export function noticeFacts(message: Placed, candidate: Candidate, around: Circumstances): NoticeFacts {
  const { userId, ...relation } = candidate;
  const account = around.directory.of(people).get(userId);
  return {
    ...relation,
    isReader: message.place === null || isSubscribed(message.place.channelId, userId, around.directory),
    isSender: userId === message.senderId,
    isBot: account !== undefined && account.bot_type !== null,
    isActive: account?.is_active ?? false,
    isSenderMuted: around.muters.has(userId),
    isOnline: around.online.has(userId),
    isQuiet: account !== undefined && isQuiet(changeableSettings(account), account.timezone, around.now.getTime()),
    channel: message.place && inChannel(message.place, userId, around.directory),
    settings: account ? changeableSettings(account) : userSettingDefaults,
  };
}

const isSubscribed = (channelId: number, userId: number, directory: Directory): boolean =>
  directory.of(subscriptions).isSubscribed(userId, channelId);

function inChannel(
  { channelId, topic }: NonNullable<Placed["place"]>,
  userId: number,
  directory: Directory,
): InChannel {
  const subscribed = directory.of(subscriptions);
  return {
    isMuted: subscribed.isMuted(userId, channelId),
    topic: directory.of(topicPolicies).of(userId, channelId, topic),
    choices: subscribed.choicesOf(userId, channelId),
  };
}
