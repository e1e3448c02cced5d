import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import type { EmailBlock, Email } from "#modules/platform/email/email.ts";
import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";
import type { MissedConversation, MissedConversationTarget } from "./missed-messages.ts";
import { truncate } from "./truncate.ts";

/** Maximum number of messages of a conversation that an email shows. Further messages are only counted. */
export const MAX_SHOWN_MESSAGES = 20;
/** Maximum length of a message in an email. Longer messages are truncated. */
const MAX_MESSAGE_CHARACTERS = 3000;

/** A message as an email shows it. */
export interface QuotedMessage {
  readonly senderName: string;
  readonly sentAt: string;
  readonly text: string;
}

/** The reason why an email does not contain message content. */
export type ContentHiddenReason = "organization" | "reader";

/** Data of an email about one conversation. */
export interface MissedMessageEmail {
  readonly realmUrl: string;
  readonly conversation: MissedConversation;
  /** The messages that the email shows, or the reason why it must not show any. */
  readonly messages: readonly QuotedMessage[] | ContentHiddenReason;
  /** The organization's name if the subject should contain it. */
  readonly subjectRealm: string | null;
  /** Name of the group through which the recipient was mentioned; null if there is none. */
  readonly groupName: string | null;
  readonly unsubscribe: string;
  /** Address for replies; undefined if the server does not receive emails. */
  readonly replyTo: string | undefined;
}

/** Renders the email about missed messages in one conversation. */
export function renderMissedMessageEmail(missed: MissedMessageEmail): Email {
  const { conversation, messages, realmUrl, subjectRealm, unsubscribe, replyTo } = missed;
  const isSecret = typeof messages === "string";
  const about = isSecret ? "New messages" : conversationName(conversation.target);
  return {
    kind: "missed_messages",
    subject: subjectRealm === null ? about : `${about} [${subjectRealm}]`,
    blocks: [
      ...(isSecret ? hiddenContentBlocks(conversation.count, messages) : contentBlocks(messages, conversation)),
      { button: "View conversation", url: isSecret ? realmUrl : conversationUrl(realmUrl, conversation) },
      ...(replyTo === undefined ? [] : [{ paragraph: REPLY_INSTRUCTIONS }]),
    ],
    reason: `${reasonText(missed)} You can change this in your notification settings.`,
    unsubscribe,
    ...(replyTo !== undefined && { replyTo }),
    thread: conversation.key.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 60),
  };
}

const REPLY_INSTRUCTIONS =
  "Reply to this email to post in the conversation. Everyone in the conversation can read your reply.";

function contentBlocks(quoted: readonly QuotedMessage[], { count, shownIds }: MissedConversation): EmailBlock[] {
  const shown = quoted.map(({ senderName, sentAt, text }) => ({
    by: senderName,
    at: sentAt,
    quoted: truncate(text, MAX_MESSAGE_CHARACTERS),
  }));
  const more = count - shownIds.length;
  return more === 0 ? shown : [...shown, { paragraph: `${more === 1 ? "1 more message" : `${more} more messages`}.` }];
}

function hiddenContentBlocks(count: number, secrecy: ContentHiddenReason): EmailBlock[] {
  const what = count === 1 ? "You have 1 new message." : `You have ${count} new messages.`;
  const whose = secrecy === "organization" ? "the organization's" : "your notification";
  return [{ paragraph: `${what} Message content is not included in emails because of ${whose} settings.` }];
}

/** Returns the name of a conversation as the recipient sees it. */
export function conversationName(place: MissedConversationTarget): string {
  if ("channel" in place) return `#${place.channel.name} > ${place.topic === "" ? EMPTY_TOPIC_NAME : place.topic}`;
  const names = place.others.map(({ name }) => name);
  return `${names.length > 1 ? "Group direct messages" : "Direct messages"} with ${joinNames(names)}`;
}

const joinNames = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** Returns the URL of the conversation at its first missed message. */
export function conversationUrl(
  realmUrl: string,
  { target, firstId }: Pick<MissedConversation, "target" | "firstId">,
): string {
  const narrow =
    "channel" in target
      ? topicHref(target.channel, target.topic)
      : `/#narrow/dm/${target.others.map(({ id }) => id).join(",")}-dm`;
  return `${realmUrl}${narrow}/near/${firstId}`;
}

const occasionsByWeight: readonly NotificationReason[] = [
  "direct_message",
  "mention",
  "wildcard_mention",
  "followed_topic",
  "channel",
  "alert_word",
];

function reasonText({ conversation, groupName }: MissedMessageEmail): string {
  const heaviest = occasionsByWeight.find((occasion) => conversation.occasions.includes(occasion));
  switch (heaviest) {
    case "mention":
      return groupName === null
        ? "You received this email because you were mentioned."
        : `You received this email because @${groupName} was mentioned and you are a member of that group.`;
    case "wildcard_mention":
      return "You received this email because everyone in the conversation was mentioned.";
    case "followed_topic":
      return "You received this email because you follow this topic.";
    case "channel":
      return "You received this email because email notifications are on for this channel.";
    default:
      return "You received this email because you have unread messages.";
  }
}
