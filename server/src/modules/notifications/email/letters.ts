import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/text.ts";
import type { Block, Letter } from "#modules/platform/email/letter.ts";
import type { Occasion } from "@parlance/contract/notices/decision.ts";
import type { MissedConversation, MissedPlace } from "./missed.ts";
import { shortened } from "./shortened.ts";

/** Messages of a conversation that an email shows; it only counts the others. */
export const MAX_SHOWN_MESSAGES = 20;
/** Of a longer text, a letter has the beginning. */
const MOST_CHARACTERS = 3000;

/** A message as the letter says it. */
export interface Said {
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

/** Why a letter does not say what was written. */
export type Secrecy = "organization" | "reader";

/** All that a letter about one conversation is made of. */
export interface MissedLetter {
  readonly realmUrl: string;
  readonly conversation: MissedConversation;
  /** The shown messages; or why they stay on the server. */
  readonly said: readonly Said[] | Secrecy;
  /** The organization's name, where the subject is to say it. */
  readonly subjectRealm: string | null;
  /** The group by which the reader was mentioned. */
  readonly groupName: string | null;
  readonly unsubscribe: string;
  /** Where answers go; undefined: the server takes none. */
  readonly replyTo: string | undefined;
}

/** Somebody missed messages in one conversation. */
export function missedMessages(missed: MissedLetter): Letter {
  const { conversation, said, realmUrl, subjectRealm, unsubscribe, replyTo } = missed;
  const isSecret = typeof said === "string";
  const about = isSecret ? "New messages" : nameOf(conversation.place);
  return {
    kind: "missed_messages",
    subject: subjectRealm === null ? about : `${about} [${subjectRealm}]`,
    blocks: [
      ...(isSecret ? secretly(conversation.count, said) : openly(said, conversation)),
      { button: "Open the conversation", url: isSecret ? realmUrl : addressOf(realmUrl, conversation) },
      ...(replyTo === undefined ? [] : [{ paragraph: ANSWERING }]),
    ],
    reason: `${reasonOf(missed)} Your notification settings say when such letters come.`,
    unsubscribe,
    ...(replyTo !== undefined && { replyTo }),
    thread: conversation.key.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 60),
  };
}

const ANSWERING =
  "If you answer this letter, your answer is posted in the conversation, and everybody in it can read it.";

function openly(said: readonly Said[], { count, shownIds }: MissedConversation): Block[] {
  const shown = said.map(({ by, at, text }) => ({ by, at, said: shortened(text, MOST_CHARACTERS) }));
  const more = count - shownIds.length;
  return more === 0
    ? shown
    : [...shown, { paragraph: `There ${more === 1 ? "is one more message" : `are ${more} more messages`}.` }];
}

function secretly(count: number, secrecy: Secrecy): Block[] {
  const what = count === 1 ? "There is a new message for you." : `There are ${count} new messages for you.`;
  const why = secrecy === "organization" ? "this organization" : "your settings";
  return [
    {
      paragraph: `${what} What was written does not go out by mail, as ${why} ${secrecy === "organization" ? "has" : "have"} it.`,
    },
  ];
}

/** The name of a conversation, for its readers. */
export function nameOf(place: MissedPlace): string {
  if ("channel" in place) return `#${place.channel.name} > ${place.topic === "" ? EMPTY_TOPIC_NAME : place.topic}`;
  const names = place.others.map(({ name }) => name);
  return `${names.length > 1 ? "Group conversation" : "Direct messages"} with ${listed(names)}`;
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** Where the conversation is, at its first message. */
export function addressOf(realmUrl: string, { place, firstId }: Pick<MissedConversation, "place" | "firstId">): string {
  const narrow =
    "channel" in place
      ? topicHref(place.channel, place.topic)
      : `/#narrow/dm/${place.others.map(({ id }) => id).join(",")}-dm`;
  return `${realmUrl}${narrow}/near/${firstId}`;
}

const weights: readonly Occasion[] = [
  "direct_message",
  "mention",
  "wildcard_mention",
  "followed_topic",
  "channel",
  "alert_word",
];

function reasonOf({ conversation, groupName }: MissedLetter): string {
  const heaviest = weights.find((occasion) => conversation.occasions.includes(occasion));
  switch (heaviest) {
    case "mention":
      return groupName === null
        ? "You get this because you were mentioned."
        : `You get this because the group @${groupName} was mentioned, and you are in it.`;
    case "wildcard_mention":
      return "You get this because everybody in the conversation was mentioned.";
    case "followed_topic":
      return "You get this because you follow this topic.";
    case "channel":
      return "You get this because you want letters of all messages in this channel.";
    default:
      return "You get this because somebody wrote to you while you were away.";
  }
}
