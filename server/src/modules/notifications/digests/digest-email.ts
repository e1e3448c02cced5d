import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import type { Block, Letter } from "#modules/platform/email/email.ts";
import type { Said } from "../email/missed-message-email.ts";

/** Of a message, a digest has the beginning. */
const MOST_CHARACTERS = 300;

/** A topic as a digest tells of it. */
export interface DigestTopic {
  readonly channel: { readonly id: number; readonly name: string };
  readonly topic: string;
  readonly messages: number;
  readonly people: number;
  /** How it began; empty where texts do not go out by mail. */
  readonly said: readonly Said[];
}

export interface Digest {
  readonly realm: { readonly name: string; readonly url: string };
  readonly topics: readonly DigestTopic[];
  /** The names of channels that are new. */
  readonly newChannels: readonly string[];
  readonly unsubscribe: string;
}

/** Somebody was away for some time. */
export const digestLetter = ({ realm, topics, newChannels, unsubscribe }: Digest): Letter => ({
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

function topicBlocks(realmUrl: string, { channel, topic, messages, people, said }: DigestTopic): Block[] {
  const name = `#${channel.name} > ${topic === "" ? EMPTY_TOPIC_NAME : topic}`;
  const counts = `${counted(messages, "message")} by ${people === 1 ? "one user" : `${people} users`}`;
  return [
    { facts: { [name]: counts } },
    ...said.map(({ by, at, text }) => ({ by, at, said: shortened(text) })),
    { address: `${realmUrl}${topicHref(channel, topic)}` },
  ];
}

const counted = (count: number, noun: string): string => (count === 1 ? `one ${noun}` : `${count} ${noun}s`);

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}
