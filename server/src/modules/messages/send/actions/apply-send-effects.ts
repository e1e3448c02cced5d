import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { raiseVisibility } from "#modules/channels/topic-visibility/actions/raise-visibility.ts";
import { claimAttachments } from "#modules/messages/attachments/actions/claim-attachments.ts";
import type { ReadOnSend } from "#modules/messages/read-state/actions/mark/mark-read-on-send.ts";
import type { SendContext } from "../context/send-context.ts";
import type { MessageDraft, NewMessage } from "../message-draft.ts";
import type { RealmAndTime } from "../new-message-event.ts";

/** Records that new messages link to no existing file that their sender can see. */
async function clearHasAttachment(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update message set has_attachment = false where id = any(${ids}::bigint[])`.execute(tx);
}

const DAY_MS = 86_400_000;

/**
 * Stores the links from new messages to files, so that the users who can read a message can see its files too. If no
 * link can be stored because the files have been removed in the meantime, updates the message.
 */
export async function claimLinkedAttachments(tx: Tx, realmId: number, messages: readonly NewMessage[]): Promise<void> {
  const linking = messages.filter(({ draft }) => draft.rendered.hasAttachment);
  const claims = await claimAttachments(
    tx,
    realmId,
    linking.map(({ id, draft: { senderId, rendered } }) => ({ id, senderId, pathIds: rendered.attachments })),
  );
  const without = linking.flatMap(({ id }) => (claims.has(id) ? [] : [id]));
  if (without.length > 0) await clearHasAttachment(tx, without);
}

/**
 * Follows or unmutes the drafts' topics for users whose settings require it. Returns the sender's new visibility of the
 * topic by draft.
 */
export async function raiseTopicVisibility(
  tx: Tx,
  { realm, now }: RealmAndTime,
  drafts: readonly MessageDraft[],
  facts: SendContext,
) {
  const inTopics = drafts.flatMap((draft) => {
    const { to, senderId, rendered } = draft;
    if (to.kind === "direct") return [];
    const readers = facts.concerned.get(draft)?.mentioned ?? [];
    const mentioned = rendered.mentions.users.filter((id) => readers.includes(id));
    return [{ draft, written: { channelId: to.channelId, topic: to.topic, senderId, mentioned } }];
  });
  const written = inTopics.map((one) => one.written);
  const outcomes = await raiseVisibility(tx, { realmId: realm.id, now }, written, facts.topicStates);
  return new Map(inTopics.map(({ draft }, index) => [draft, outcomes[index]] as const));
}

/**
 * Returns the users (not bots) who send messages to channels without being subscribed. Some recipients may be unable to
 * see these users.
 */
export function nonSubscribedSenders(messages: readonly NewMessage[], { concerned, users }: SendContext): number[] {
  const outside = messages.filter(({ draft }) => {
    const isInside = draft.to.kind === "direct" || concerned.get(draft)?.isSenderRecipient;
    return !isInside && users.get(draft.senderId)?.is_bot === false;
  });
  return [...new Set(outside.map(({ draft }) => draft.senderId))];
}

/**
 * Returns the messages that count as read for users other than their senders as soon as they are sent, such as a notice
 * about a user's own action.
 */
export const readBeforeSending = (messages: readonly NewMessage[]): ReadOnSend[] =>
  messages.flatMap(({ id, recipientId, draft }) =>
    draft.readBy
      .filter((userId) => userId !== draft.senderId)
      .map((userId) => ({ userId, recipientId, messageId: id })),
  );

/**
 * Returns the id of the first of these messages in each channel that had never had a message, or had none in the last
 * 24 hours.
 */
export function firstMessagesInInactiveChannels(now: Date, messages: readonly NewMessage[], { channels }: SendContext) {
  const first = new Map<number, number>();
  for (const { id, draft } of messages) {
    const channel = draft.to.kind === "channel" ? channels.get(draft.to.channelId) : undefined;
    if (!channel || first.has(channel.id)) continue;
    const { first_message_id, last_message_at } = channel;
    const isInUse = last_message_at !== null && now.getTime() - last_message_at < DAY_MS;
    if (first_message_id === null || !isInUse) first.set(channel.id, id);
  }
  return first;
}
