import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import type { EmailBlock, Email } from "#modules/platform/email/email.ts";
import type { QuotedMessage } from "../email/missed-message-email.ts";

/** Maximum length of a message in a digest. Longer messages are truncated. */
const MAX_MESSAGE_CHARACTERS = 300;

/** A topic as a digest shows it. */
export interface DigestTopic {
  readonly channel: { readonly id: number; readonly name: string };
  readonly topic: string;
  readonly messageCount: number;
  readonly senderCount: number;
  /** The first messages of the topic; empty if emails must not contain message content. */
  readonly quotedMessages: readonly QuotedMessage[];
}

export interface Digest {
  readonly realm: { readonly name: string; readonly url: string };
  readonly topics: readonly DigestTopic[];
  /** Names of new channels. */
  readonly newChannels: readonly string[];
  readonly unsubscribe: string;
}

/** Renders the email for a user who was away for some time. */
export const renderDigestEmail = ({ realm, topics, newChannels, unsubscribe }: Digest): Email => ({
  kind: "digest",
  subject: `What you missed in ${realm.name}`,
  blocks: [
    { paragraph: "You've been away for a few days. Here's what people talked about:" },
    ...topics.flatMap((topic) => topicBlocks(realm.url, topic)),
    ...(newChannels.length === 0
      ? []
      : [{ facts: { "New channels": newChannels.map((name) => `#${name}`).join(", ") } }]),
    { button: `Open ${realm.name}`, url: realm.url },
  ],
  reason: `You received this email because you have been away from ${realm.name}. Digest emails are sent at most once a week.`,
  unsubscribe,
});

function topicBlocks(
  realmUrl: string,
  { channel, topic, messageCount, senderCount, quotedMessages }: DigestTopic,
): EmailBlock[] {
  const name = `#${channel.name} > ${topic === "" ? EMPTY_TOPIC_NAME : topic}`;
  const counts = `${pluralize(messageCount, "message")} by ${senderCount === 1 ? "one user" : `${senderCount} users`}`;
  return [
    { facts: { [name]: counts } },
    ...quotedMessages.map(({ senderName, sentAt, text }) => ({
      by: senderName,
      at: sentAt,
      quoted: truncateAtWord(text),
    })),
    { address: `${realmUrl}${topicHref(channel, topic)}` },
  ];
}

const pluralize = (count: number, noun: string): string => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

function truncateAtWord(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_MESSAGE_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_MESSAGE_CHARACTERS - 1).join("")}…`;
}
