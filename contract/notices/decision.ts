// Who is told of a message, by what, and why: for the server, which tells people who are away, and for clients that are open.
import { type VisibilityPolicy, visibilityPolicies } from "../entities/topic-visibility.ts";
import type { UserSettings } from "../nouns/user-settings.ts";

/** By what somebody is told of messages while they look at none of their clients. */
export const carriers = ["phone", "browser", "mail"] as const;
export type Carrier = (typeof carriers)[number];

/** What a message is to somebody, the weightiest first. */
export const occasions = [
  "direct_message",
  "mention",
  "wildcard_mention",
  "followed_topic",
  "channel",
  "alert_word",
] as const;
export type Occasion = (typeof occasions)[number];

/** Why somebody is not told by any carrier, the first that applies. */
export const bars = ["not_a_reader", "own_message", "bot", "deactivated", "muted_sender", "read"] as const;
export type Bar = (typeof bars)[number];

/** Why a carrier tells nothing though there is an occasion. */
export const reservations = ["settings", "muted", "do_not_disturb", "online"] as const;
export type Reservation = (typeof reservations)[number];

/** Whether a carrier tells, and why, or why not. */
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

/** What somebody chose for a channel; null: as their settings say for all channels. */
export interface ChannelChoices {
  readonly desktop_notifications: boolean | null;
  readonly push_notifications: boolean | null;
  readonly email_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
}

/** Where a message in a channel is, as its reader wants to see it. */
export interface InChannel {
  readonly isMuted: boolean;
  /** Null: as the channel. */
  readonly topic: Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited> | null;
  readonly choices: ChannelChoices;
}

/** All that decides who is told of a message. */
export interface NoticeFacts {
  /** In the direct conversation, or subscribed to the channel. */
  readonly isReader: boolean;
  readonly isSender: boolean;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly isSenderMuted: boolean;
  readonly isRead: boolean;
  /** Whether one of their clients said a moment ago that they are at it. */
  readonly isOnline: boolean;
  /** Whether they do not want to be disturbed at this time. */
  readonly isQuiet: boolean;
  /** Null: a direct message. */
  readonly channel: InChannel | null;
  /** By name, or as a member of a group. */
  readonly isMentioned: boolean;
  /** As one of everybody in the channel, or in the topic. */
  readonly isWildcardMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly settings: NoticeSettings;
}

/** Which settings are a carrier's. */
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

/** Decides, for each carrier, whether somebody is told of a message, and why. */
export function decide(facts: NoticeFacts): Decision {
  const bar = barOf(facts);
  if (bar) return barred(bar);
  return { phone: verdictOf("phone", facts), browser: verdictOf("browser", facts), mail: verdictOf("mail", facts) };
}

/** That somebody is told by nothing. */
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

/** Letters disturb nobody: they wait until somebody looks for them. */
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

/** Whether somebody's settings ask to be told of an occasion, mutes aside. */
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
      // Clients ring for these words where somebody is at work. They are too common to be carried after people.
      return carrier === "browser" && settings[names.personal];
  }
}

function wantsWildcards(facts: NoticeFacts): boolean {
  const { settings, channel } = facts;
  const isWantedThere = channel?.choices.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  return isWantedThere || (isFollowed(facts) && settings.enable_followed_topic_wildcard_mentions_notify);
}

const isFollowed = ({ channel }: NoticeFacts): boolean => channel?.topic === visibilityPolicies.followed;

/** Whether what is muted keeps an occasion from telling: whoever is meant in person is told all the same. */
function isSilenced(occasion: Occasion, { channel }: NoticeFacts): boolean {
  if (occasion === "direct_message" || occasion === "mention" || channel === null) return false;
  if (channel.topic === null) return channel.isMuted;
  return channel.topic === visibilityPolicies.muted;
}

/** An open client tells by itself. Whoever leaves it without having read finds a letter: these wait until somebody is gone. */
const tellsOnline = (carrier: Carrier, { settings }: NoticeFacts): boolean =>
  carrier === "mail" || (carrier === "phone" && settings.enable_online_push_notifications);
