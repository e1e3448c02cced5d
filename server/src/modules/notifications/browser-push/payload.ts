import { conversationUrl, conversationName } from "../email/missed-message-email.ts";
import type { MissedConversationTarget, ShownMessage } from "../email/missed-messages.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { truncate } from "../email/truncate.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { findLargestFitting, type ExcerptLimits } from "../email/excerpt-length.ts";
import { MAX_PLAINTEXT_BYTES } from "./push-encryption.ts";

/** Maximum length of the text in a notification. Longer texts are truncated. */
const MAX_BODY_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 200;

/** The payload of a browser notification; docs/notifications.md describes it for client developers. */
export interface BrowserNotification {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** URL of the message in its conversation. If it is too long, URL of the message in the view of all messages. */
  readonly url: string;
  /** A new notification replaces an earlier one with the same tag. */
  readonly tag: string;
  /** Time of the message, in whole UNIX seconds. */
  readonly time: number;
  /** Ids of messages of which the browser was notified, and that were read or deleted since. */
  readonly read_ids: readonly number[];
}

/** Creates the notification of a message. */
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

/** The message of a notification, and its conversation. */
interface MessageDetails {
  readonly target: MissedConversationTarget;
  readonly message: ShownMessage;
}

interface NotificationOptions {
  /** Whether the message's content is left out. */
  readonly isContentHidden: boolean;
  /** Ids of read messages whose notifications the browser may still show. */
  readonly readMessageIds: readonly number[];
}
