import { conversationUrl, conversationName } from "../email/missed-message-email.ts";
import type { MissedConversationTarget, ShownMessage } from "../email/missed-messages.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { truncate } from "../email/truncate.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { findLargestFitting, type ExcerptLimits } from "../email/excerpt-length.ts";
import { MAX_PLAINTEXT_BYTES } from "./push-encryption.ts";

/** Of a longer text, a notification has the beginning. */
const MAX_BODY_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 200;

/** What a browser is told; docs/notifications.md describes it for those who write clients. */
export interface BrowserNotification {
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
export function createBrowserNotification(
  realmUrl: string,
  { target, message }: MessageDetails,
  { isContentHidden, readMessageIds }: NotificationOptions,
) {
  const isDirect = !("channel" in target);
  const { id, sender, html, sentAt } = message;
  const whole = plainText(html);
  const make = ({ characters, includesNames }: ExcerptLimits): BrowserNotification => {
    const text = truncate(whole, Math.min(characters, MAX_BODY_CHARACTERS));
    return {
      type: "message",
      message_id: id,
      title: truncate(isDirect ? sender : conversationName(target), MAX_NAME_CHARACTERS),
      body: isContentHidden ? "New message" : isDirect ? text : `${truncate(sender, MAX_NAME_CHARACTERS)}: ${text}`,
      url: includesNames ? conversationUrl(realmUrl, { target, firstId: id }) : `${realmUrl}/#narrow/near/${id}`,
      tag: `message-${id}`,
      time: Math.floor(sentAt.getTime() / 1000),
      read_ids: readMessageIds,
    };
  };
  return required(
    findLargestFitting(make, (notice) => Buffer.byteLength(JSON.stringify(notice)) <= MAX_PLAINTEXT_BYTES),
  );
}

/** A message that a browser is told of, and where it is. */
interface MessageDetails {
  readonly target: MissedConversationTarget;
  readonly message: ShownMessage;
}

interface NotificationOptions {
  /** What the message says is left out. */
  readonly isContentHidden: boolean;
  /** What the browser may show still, and has been read. */
  readonly readMessageIds: readonly number[];
}
