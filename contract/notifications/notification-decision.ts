// Decides whether a user is notified of a message, how, and for which reason. The server uses this for users who are
// away, and an open client for its own notifications.
import { type VisibilityPolicy, visibilityPolicies } from "../entities/topic-visibility.ts";
import type { UserSettings } from "../nouns/user-settings.ts";

/** The kinds of notifications: push notification to a phone, notification in the browser, email. */
export const carriers = ["phone", "browser", "mail"] as const;
export type Carrier = (typeof carriers)[number];

/** Reasons for notifying a user of a message, the most important first. */
export const notificationReasons = [
  "direct_message",
  "mention",
  "wildcard_mention",
  "followed_topic",
  "channel",
  "alert_word",
] as const;
export type NotificationReason = (typeof notificationReasons)[number];

/** Reasons for not notifying a user at all. If several apply, the first one is reported. */
export const suppressionReasons = [
  "not_a_reader",
  "own_message",
  "bot",
  "deactivated",
  "muted_sender",
  "read",
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Reasons for not sending one kind of notification, although the message could notify the user. */
export const carrierSuppressionReasons = ["settings", "muted", "do_not_disturb", "online"] as const;
export type CarrierSuppressionReason = (typeof carrierSuppressionReasons)[number];

/** Whether one kind of notification is sent, with the reason for sending or not sending it. */
export type CarrierDecision =
  | { readonly isNotified: true; readonly reason: NotificationReason }
  | { readonly isNotified: false; readonly reason: SuppressionReason | CarrierSuppressionReason };

export type NotificationDecision = Readonly<Record<Carrier, CarrierDecision>>;

export type NotificationSettings = Pick<
  UserSettings,
  | "enable_desktop_notifications"
  | "enable_followed_topic_desktop_notifications"
  | "enable_followed_topic_email_notifications"
  | "enable_followed_topic_push_notifications"
  | "enable_followed_topic_wildcard_mentions_notify"
  | "enable_offline_email_notifications"
  | "enable_offline_push_notifications"
  | "enable_online_push_notifications"
  | "enable_stream_desktop_notifications"
  | "enable_stream_email_notifications"
  | "enable_stream_push_notifications"
  | "wildcard_mentions_notify"
>;

/** A user's notification settings for a channel. Null means that the user's general setting applies. */
export interface ChannelNotificationSettings {
  readonly desktop_notifications: boolean | null;
  readonly push_notifications: boolean | null;
  readonly email_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
}

/** The recipient's settings for the channel and the topic of a message. */
export interface ChannelInput {
  readonly isMuted: boolean;
  /** The user's visibility policy for the topic. Null means that the setting of the channel applies. */
  readonly topic: Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited> | null;
  readonly settings: ChannelNotificationSettings;
}

/** The data that determines whether a user is notified of a message. */
export interface DecisionInput {
  /** Whether the user participates in the direct message conversation, or is subscribed to the channel. */
  readonly isRecipient: boolean;
  readonly isSender: boolean;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly isSenderMuted: boolean;
  readonly isRead: boolean;
  /** Whether one of the user's clients has recently reported that the user is active. */
  readonly isOnline: boolean;
  /** Whether the user's notifications are paused, by Do not disturb or by quiet hours. */
  readonly isInQuietHours: boolean;
  /** Settings for the channel of the message. Null for a direct message. */
  readonly channel: ChannelInput | null;
  /** Whether the user is mentioned by name or as a member of a user group. */
  readonly isMentioned: boolean;
  /** Whether the user is mentioned by a wildcard mention of the channel or the topic. */
  readonly isWildcardMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly settings: NotificationSettings;
}

/** The names of the settings that determine whether each kind of notification is sent. */
const settingNames = {
  phone: {
    personal: "enable_offline_push_notifications",
    followed: "enable_followed_topic_push_notifications",
    channels: "enable_stream_push_notifications",
    choice: "push_notifications",
  },
  browser: {
    personal: "enable_desktop_notifications",
    followed: "enable_followed_topic_desktop_notifications",
    channels: "enable_stream_desktop_notifications",
    choice: "desktop_notifications",
  },
  mail: {
    personal: "enable_offline_email_notifications",
    followed: "enable_followed_topic_email_notifications",
    channels: "enable_stream_email_notifications",
    choice: "email_notifications",
  },
} as const satisfies Record<
  Carrier,
  {
    readonly personal: keyof NotificationSettings;
    readonly followed: keyof NotificationSettings;
    readonly channels: keyof NotificationSettings;
    readonly choice: keyof ChannelNotificationSettings;
  }
>;

/** Decides for each kind of notification whether a user is notified of a message, and for which reason. */
export function decideNotification(facts: DecisionInput): NotificationDecision {
  const bar = findSuppressionReason(facts);
  if (bar) return suppressForAllCarriers(bar);
  return {
    phone: decideForCarrier("phone", facts),
    browser: decideForCarrier("browser", facts),
    mail: decideForCarrier("mail", facts),
  };
}

/** Returns the decision not to send any kind of notification. */
export function suppressForAllCarriers(reason: SuppressionReason): NotificationDecision {
  const verdict = { isNotified: false, reason } as const;
  return { phone: verdict, browser: verdict, mail: verdict };
}

function findSuppressionReason(facts: DecisionInput): SuppressionReason | null {
  if (!facts.isRecipient) return "not_a_reader";
  if (facts.isSender) return "own_message";
  if (facts.isBot) return "bot";
  if (!facts.isActive) return "deactivated";
  if (facts.isSenderMuted) return "muted_sender";
  if (facts.isRead) return "read";
  return null;
}

/** Decides about one kind of notification. Quiet hours do not apply to email, because it does not disturb the user. */
function decideForCarrier(carrier: Carrier, facts: DecisionInput): CarrierDecision {
  const wanted = notificationReasons.filter(
    (occasion) => reasonApplies(occasion, facts) && isEnabled(carrier, occasion, facts),
  );
  const [first] = wanted.filter((occasion) => !isSuppressedByMute(occasion, facts));
  if (!first) return { isNotified: false, reason: wanted.length > 0 ? "muted" : "settings" };
  if (facts.isInQuietHours && carrier !== "mail") return { isNotified: false, reason: "do_not_disturb" };
  return facts.isOnline && !notifiesWhileOnline(carrier, facts)
    ? { isNotified: false, reason: "online" }
    : { isNotified: true, reason: first };
}

function reasonApplies(occasion: NotificationReason, facts: DecisionInput): boolean {
  switch (occasion) {
    case "direct_message":
      return facts.channel === null;
    case "mention":
      return facts.isMentioned;
    case "wildcard_mention":
      return facts.isWildcardMentioned;
    case "followed_topic":
      return isFollowed(facts);
    case "channel":
      return facts.channel !== null;
    case "alert_word":
      return facts.hasAlertWord;
  }
}

/**
 * Returns true if the user's settings enable this kind of notification for this reason. Muted channels and topics are
 * not considered here.
 */
function isEnabled(carrier: Carrier, occasion: NotificationReason, facts: DecisionInput): boolean {
  const { settings, channel } = facts;
  const names = settingNames[carrier];
  switch (occasion) {
    case "direct_message":
    case "mention":
      return settings[names.personal];
    case "wildcard_mention":
      return settings[names.personal] && isWildcardEnabled(facts);
    case "followed_topic":
      return settings[names.followed];
    case "channel":
      return channel?.settings[names.choice] ?? settings[names.channels];
    case "alert_word":
      // Alert words cause only notifications in the browser. For push notifications and emails, they occur too often.
      return carrier === "browser" && settings[names.personal];
  }
}

function isWildcardEnabled(facts: DecisionInput): boolean {
  const { settings, channel } = facts;
  const isWantedThere = channel?.settings.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  return isWantedThere || (isFollowed(facts) && settings.enable_followed_topic_wildcard_mentions_notify);
}

const isFollowed = ({ channel }: DecisionInput): boolean => channel?.topic === visibilityPolicies.followed;

/**
 * Returns true if there is no notification because the channel or topic is muted. A direct message or a personal
 * mention notifies the user nevertheless.
 */
function isSuppressedByMute(occasion: NotificationReason, { channel }: DecisionInput): boolean {
  if (occasion === "direct_message" || occasion === "mention" || channel === null) return false;
  if (channel.topic === null) return channel.isMuted;
  return channel.topic === visibilityPolicies.muted;
}

/**
 * Returns true if this kind of notification may be sent while the user is active. In the browser, an open client shows
 * notifications itself; emails are delayed until the user is no longer active.
 */
const notifiesWhileOnline = (carrier: Carrier, { settings }: DecisionInput): boolean =>
  carrier === "mail" || (carrier === "phone" && settings.enable_online_push_notifications);
