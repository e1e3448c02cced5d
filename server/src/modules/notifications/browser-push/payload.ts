import { addressOf, nameOf } from "../email/missed-message-email.ts";
import type { MissedPlace, ShownMessage } from "../email/missed-messages.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { shortened } from "../email/truncate.ts";
import { required } from "#kernel/required.ts";
import { fullest, type Room } from "../email/excerpt-length.ts";
import { MOST_BYTES } from "./push-encryption.ts";

/** Of a longer text, a notification has the beginning. */
const MOST_CHARACTERS = 200;
const MOST_OF_NAME = 200;

/** What a browser is told; docs/notifications.md describes it for those who write clients. */
export interface BrowserNotice {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** Where the message is; among all messages, where the address of its conversation is too long. */
  readonly url: string;
  /** One notification replaces another with the same. */
  readonly tag: string;
  /** Whole UNIX seconds. */
  readonly time: number;
  /** Messages that it was told of, and that have been read or are gone since. */
  readonly read_ids: readonly number[];
}

/** A message as a browser is told of it. */
export function browserNotice(realmUrl: string, { place, message }: AboutMessage, { isSecret, read }: Told) {
  const isDirect = !("channel" in place);
  const { id, sender, html, sentAt } = message;
  const whole = plainText(html);
  const make = ({ characters, hasNames }: Room): BrowserNotice => {
    const text = shortened(whole, Math.min(characters, MOST_CHARACTERS));
    return {
      type: "message",
      message_id: id,
      title: shortened(isDirect ? sender : nameOf(place), MOST_OF_NAME),
      body: isSecret ? "New message" : isDirect ? text : `${shortened(sender, MOST_OF_NAME)}: ${text}`,
      url: hasNames ? addressOf(realmUrl, { place, firstId: id }) : `${realmUrl}/#narrow/near/${id}`,
      tag: `message-${id}`,
      time: Math.floor(sentAt.getTime() / 1000),
      read_ids: read,
    };
  };
  return required(fullest(make, (notice) => Buffer.byteLength(JSON.stringify(notice)) <= MOST_BYTES));
}

/** A message that a browser is told of, and where it is. */
interface AboutMessage {
  readonly place: MissedPlace;
  readonly message: ShownMessage;
}

interface Told {
  /** What the message says is left out. */
  readonly isSecret: boolean;
  /** What the browser may show still, and has been read. */
  readonly read: readonly number[];
}
