import { addressOf, nameOf } from "../notice-letters/letters.ts";
import type { MissedConversation } from "../notice-letters/missed.ts";
import { plainText } from "../notice-letters/plain-text.ts";
import { shortened } from "../notice-letters/shortened.ts";

/** Of a longer text, a notification has the beginning. */
const MOST_CHARACTERS = 200;
const MOST_OF_NAME = 200;

/** What a browser is told; docs/notifications.md describes it for those who write clients. */
export interface BrowserNotice {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** Where the message is. */
  readonly url: string;
  /** One notification replaces another with the same. */
  readonly tag: string;
  /** Whole UNIX seconds. */
  readonly time: number;
}

/** A message as a browser is told of it. `isSecret`: what it says is left out. */
export function browserNotice(
  realmUrl: string,
  conversation: MissedConversation,
  isSecret: boolean,
): BrowserNotice | null {
  const [message] = conversation.messages;
  if (!message) return null;
  const { id, sender, html, sentAt } = message;
  const isDirect = !("channel" in conversation.place);
  const text = shortened(plainText(html), MOST_CHARACTERS);
  return {
    type: "message",
    message_id: id,
    title: shortened(isDirect ? sender : nameOf(conversation.place), MOST_OF_NAME),
    body: isSecret ? "New message" : isDirect ? text : `${shortened(sender, MOST_OF_NAME)}: ${text}`,
    url: addressOf(realmUrl, conversation),
    tag: `message-${id}`,
    time: Math.floor(sentAt.getTime() / 1000),
  };
}
