// Which users are notified of a message, how, and why. The server decides for users who are away, clients for
// themselves.
import { type VisibilityPolicy, visibilityPolicies } from "../entities/topic-visibility.ts";
import type { UserSettings } from "../nouns/user-settings.ts";

/** The ways in which a user is notified of messages while they use none of their clients. */
export const carriers = ["phone", "browser", "mail"] as const;
export type Carrier = (typeof carriers)[number];

/** Why a message notifies a user, most important first. */
export const occasions = [
  "direct_message",
  "mention",
  "wildcard_mention",
  "followed_topic",
  "channel",
  "alert_word",
] as const;
export type Occasion = (typeof occasions)[number];

/** Reasons for not notifying a user at all, in the order in which they apply. */
export const bars = ["not_a_reader", "own_message", "bot", "deactivated", "muted_sender", "read"] as const;
export type Bar = (typeof bars)[number];

/** Reasons why one kind of notification is not sent although the message would notify the user. */
export const reservations = ["settings", "muted", "do_not_disturb", "online"] as const;
export type Reservation = (typeof reservations)[number];

/** Whether a notification is sent, and why or why not. */
export type Verdict =
  | { readonly isTold: true; readonly why: Occasion }
  | { readonly isTold: false; readonly why: Bar | Reservation };

export type Decision = Readonly<Record<Carrier, Verdict>>;

export type NoticeSettings = Pick<
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

/** A user's notification settings for one channel; null uses the user's general settings. */
export interface ChannelChoices {
  readonly desktop_notifications: boolean | null;
  readonly push_notifications: boolean | null;
  readonly email_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
}

/** The place of a channel message, with the recipient's settings for it. */
export interface InChannel {
  readonly isMuted: boolean;
  /** Null uses the setting of the channel. */
  readonly topic: Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited> | null;
  readonly choices: ChannelChoices;
}

/** All the input for deciding whether a user is notified of a message. */
export interface NoticeFacts {
  /** Whether the user is in the direct message conversation or subscribed to the channel. */
  readonly isReader: boolean;
  readonly isSender: boolean;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly isSenderMuted: boolean;
  readonly isRead: boolean;
  /** Whether one of the user's clients recently reported activity. */
  readonly isOnline: boolean;
  /** Whether the user's notifications are paused now. */
  readonly isQuiet: boolean;
  /** Null for a direct message. */
  readonly channel: InChannel | null;
  /** By name, or as a member of a user group. */
  readonly isMentioned: boolean;
  /** By a wildcard mention of the channel or the topic. */
  readonly isWildcardMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly settings: NoticeSettings;
}

/** The settings that each kind of notification depends on. */
const settingsOf = {
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
    readonly personal: keyof NoticeSettings;
    readonly followed: keyof NoticeSettings;
    readonly channels: keyof NoticeSettings;
    readonly choice: keyof ChannelChoices;
  }
>;

/** Decides, for each kind of notification, whether a user is notified of a message, and why. */
export function decide(facts: NoticeFacts): Decision {
  const bar = barOf(facts);
  if (bar) return barred(bar);
  return { phone: verdictOf("phone", facts), browser: verdictOf("browser", facts), mail: verdictOf("mail", facts) };
}

/** The decision not to notify a user at all. */
export function barred(why: Bar): Decision {
  const verdict = { isTold: false, why } as const;
  return { phone: verdict, browser: verdict, mail: verdict };
}

function barOf(facts: NoticeFacts): Bar | null {
  if (!facts.isReader) return "not_a_reader";
  if (facts.isSender) return "own_message";
  if (facts.isBot) return "bot";
  if (!facts.isActive) return "deactivated";
  if (facts.isSenderMuted) return "muted_sender";
  if (facts.isRead) return "read";
  return null;
}

/** Email ignores quiet hours: it waits until the user reads it. */
function verdictOf(carrier: Carrier, facts: NoticeFacts): Verdict {
  const wanted = occasions.filter((occasion) => applies(occasion, facts) && isWanted(carrier, occasion, facts));
  const [first] = wanted.filter((occasion) => !isSilenced(occasion, facts));
  if (!first) return { isTold: false, why: wanted.length > 0 ? "muted" : "settings" };
  if (facts.isQuiet && carrier !== "mail") return { isTold: false, why: "do_not_disturb" };
  return facts.isOnline && !tellsOnline(carrier, facts)
    ? { isTold: false, why: "online" }
    : { isTold: true, why: first };
}

function applies(occasion: Occasion, facts: NoticeFacts): boolean {
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

/** Returns true if the user's settings ask to be notified for this reason, mutes aside. */
function isWanted(carrier: Carrier, occasion: Occasion, facts: NoticeFacts): boolean {
  const { settings, channel } = facts;
  const names = settingsOf[carrier];
  switch (occasion) {
    case "direct_message":
    case "mention":
      return settings[names.personal];
    case "wildcard_mention":
      return settings[names.personal] && wantsWildcards(facts);
    case "followed_topic":
      return settings[names.followed];
    case "channel":
      return channel?.choices[names.choice] ?? settings[names.channels];
    case "alert_word":
      // Clients alert users who are active to these words. They are too frequent for push and email.
      return carrier === "browser" && settings[names.personal];
  }
}

function wantsWildcards(facts: NoticeFacts): boolean {
  const { settings, channel } = facts;
  const isWantedThere = channel?.choices.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  return isWantedThere || (isFollowed(facts) && settings.enable_followed_topic_wildcard_mentions_notify);
}

const isFollowed = ({ channel }: NoticeFacts): boolean => channel?.topic === visibilityPolicies.followed;

/**
 * Returns true if muting suppresses a notification. Direct messages and personal mentions are never suppressed by a
 * muted channel or topic.
 */
function isSilenced(occasion: Occasion, { channel }: NoticeFacts): boolean {
  if (occasion === "direct_message" || occasion === "mention" || channel === null) return false;
  if (channel.topic === null) return channel.isMuted;
  return channel.topic === visibilityPolicies.muted;
}

/** Open clients notify by themselves, and email waits until the user has left them. */
const tellsOnline = (carrier: Carrier, { settings }: NoticeFacts): boolean =>
  carrier === "mail" || (carrier === "phone" && settings.enable_online_push_notifications);
