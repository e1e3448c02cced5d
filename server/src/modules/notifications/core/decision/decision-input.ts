import { isQuiet } from "@parlance/contract/entities/quiet-hours.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings, builtInUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import type { Candidate, NotifiableMessage } from "./candidates.ts";
import type { ChannelInput, DecisionInput } from "@parlance/contract/notifications/notification-decision.ts";

/** Data that is loaded once and used for all candidates of a message. */
export interface DecisionContext {
  readonly snapshot: OrganizationSnapshot;
  /** The candidates who are active in a client. */
  readonly online: ReadonlySet<number>;
  /** All users who have muted the sender. */
  readonly mutedBy: ReadonlySet<number>;
  readonly now: Date;
}

/** Collects the facts that decide whether a candidate is notified of a message. */
export function createDecisionInput(
  message: NotifiableMessage,
  candidate: Candidate,
  around: DecisionContext,
): DecisionInput {
  const { userId, ...relation } = candidate;
  const account = around.snapshot.get(users).get(userId);
  return {
    ...relation,
    isRecipient: message.channelTopic === null || isSubscribed(message.channelTopic.channelId, userId, around.snapshot),
    isSender: userId === message.senderId,
    isBot: account !== undefined && account.bot_type !== null,
    isActive: account?.is_active ?? false,
    isSenderMuted: around.mutedBy.has(userId),
    isOnline: around.online.has(userId),
    isInQuietHours:
      account !== undefined && isQuiet(changeableSettings(account), account.timezone, around.now.getTime()),
    channel: message.channelTopic && channelInput(message.channelTopic, userId, around.snapshot),
    settings: account ? changeableSettings(account) : builtInUserSettings,
  };
}

const isSubscribed = (channelId: number, userId: number, snapshot: OrganizationSnapshot): boolean =>
  snapshot.get(subscriptions).isSubscribed(userId, channelId);

function channelInput(
  { channelId, topic }: NonNullable<NotifiableMessage["channelTopic"]>,
  userId: number,
  snapshot: OrganizationSnapshot,
): ChannelInput {
  const subscribed = snapshot.get(subscriptions);
  return {
    isMuted: subscribed.isMuted(userId, channelId),
    topic: snapshot.get(topicPolicies).of(userId, channelId, topic),
    settings: subscribed.notificationSettingsOf(userId, channelId),
  };
}
