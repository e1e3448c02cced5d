import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isHistoryShared, isPublic } from "@parlance/contract/rules/channel-access.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import { loadConversationMembers, subscribersWhoCannotSee } from "#modules/messages/core/message-audience.ts";
import { assertCanEditContent } from "#modules/messages/edits/edit-permission.ts";
import type { EditTypingBody } from "./events.ts";
import { loadTypingAudience } from "./typing-audience.ts";
import { assertSendsChannelTyping, assertSendsDirectTyping } from "./policy.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Loads the sender of a message and the time of sending. */
const loadSenderAndTime = (db: Reader, messageId: number): Promise<{ sender_id: number; sent_at: Date }> =>
  db.selectFrom("message").select(["sender_id", "sent_at"]).where("id", "=", messageId).executeTakeFirstOrThrow();

/**
 * Creates the event that a user started or stopped editing a message. Returns null if too many users can see it.
 * @throws InvalidMessages, and the errors of `assertCanEditContent` and policy.ts
 */
export async function createEditTypingEvent(
  ctx: Read,
  op: "start" | "stop",
  messageId: number,
): Promise<EphemeralEvent | null> {
  const { db, actor, realm, snapshot } = ctx;
  const [message] = await loadUserMessages(db, actor, [messageId]);
  if (!message?.is_readable) throw new InvalidMessages();
  assertCanEditContent(ctx, snapshot, await loadSenderAndTime(db, messageId));
  if (message.channel_id === null) assertSendsDirectTyping(ctx);
  else assertSendsChannelTyping(ctx);
  const members = await loadMessageUserIds(ctx, message);
  const recipients = await loadTypingAudience(ctx, members, [actor.id]);
  if (!recipients) return null;
  const recipient: EditTypingBody["recipient"] =
    message.channel_id === null
      ? { type: "direct", user_ids: members }
      : { type: "channel", channel_id: message.channel_id, topic: message.topic };
  const place = { sender_id: actor.id, message_id: messageId, recipient };
  const payload: EditTypingBody = { type: "typing_edit_message", op, ...place };
  return { audience: toUsers(realm.id, recipients), payload };
}

/**
 * Returns the ids of the users who can see the message: the members of its direct message conversation, or the
 * subscribers of its channel. In a channel with protected history, subscribers who cannot see the message are omitted.
 */
async function loadMessageUserIds({ db, snapshot }: Read, message: UserMessage): Promise<number[]> {
  const { id, recipient_id: recipientId, channel_id: channelId } = message;
  if (channelId === null) return loadConversationMembers(db, recipientId);
  const [channel, subscribers] = [
    snapshot.get(channels).get(channelId),
    snapshot.get(subscriptions).subscribersOf(channelId),
  ];
  if (channel && (isPublic(channel) || isHistoryShared(channel))) return [...subscribers];
  const without = new Set(await subscribersWhoCannotSee(db, id, channelId));
  return subscribers.filter((userId) => !without.has(userId));
}
