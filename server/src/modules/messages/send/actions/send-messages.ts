import type { RaisedVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { updateAfterMessagesSent } from "#modules/channels/core/actions/activity/update-after-send.ts";
import { requestLinkPreviews } from "#modules/messages/render/link-preview-request.ts";
import { requestThumbnailDisplay } from "#modules/messages/render/thumbnail-display-request.ts";
import { markReadOnSend, type ReadOnSend } from "#modules/messages/read-state/actions/mark/mark-read-on-send.ts";
import { createWidgets } from "./create-widgets.ts";
import { claimAttachments } from "#modules/messages/attachments/actions/claim-attachments.ts";
import { raiseVisibility } from "#modules/channels/topic-visibility/actions/raise-visibility.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageDraft, NewMessage } from "../message-draft.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { newMessageAudience, newMessageEvent, type RealmAndTime } from "../new-message-event.ts";
import { loadSendContext, type SendContext } from "../context/send-context.ts";
import { ensureDirectRecipients } from "#modules/messages/recipients/actions/ensure-direct-recipients.ts";
import { insertMessages } from "./insert-messages.ts";
import { sql } from "kysely";

/** Notes of new messages that the files they link to are not there, or no longer the sender's to show. */
async function clearHasAttachment(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update message set has_attachment = false where id = any(${ids}::bigint[])`.execute(tx);
}

const DAY_MS = 86_400_000;

/** A message that was sent. */
export interface SentMessage {
  readonly id: number;
  /** What its topic became for the sender through it: unmuted or followed. */
  readonly automatic_new_visibility_policy?: RaisedVisibility;
}

/**
 * Stores messages that were checked and rendered, and announces them to their readers: one row a message, whatever the
 * number of readers. The realm's position must be locked, so that ids follow commit order. `known`: the facts, if the
 * caller had to load them.
 */
export async function sendMessages(
  tx: Tx,
  at: RealmAndTime,
  drafts: readonly MessageDraft[],
  known?: SendContext,
): Promise<readonly SentMessage[]> {
  if (drafts.length === 0) return [];
  const facts = known ?? (await loadSendContext(tx, at.realm, drafts));
  const conversations = await ensureDirectRecipients(
    tx,
    at.realm.id,
    drafts.flatMap(({ to }) => (to.kind === "direct" ? [to.userIds] : [])),
    facts.conversations,
  );
  const recipientOf = ({ to }: MessageDraft) =>
    to.kind === "channel" ? facts.channels.get(to.channelId)?.recipient_id : conversations.get(directKey(to.userIds));
  const messages = await attachWidgets(tx, insertMessages(tx, at, drafts, recipientOf, facts));
  await claimLinkedAttachments(tx, at.realm.id, messages);
  await markReadOnSend(tx, readBeforeSending(messages));
  await updateAfterMessagesSent(tx, at.now, firstMessagesInInactiveChannels(at.now, messages, facts));
  const inTheDark = await guestsWhoCannotSee(tx, at.realm.id, nonSubscribedSenders(messages, facts));
  for (const message of messages) {
    const event = newMessageEvent(at, message, facts, inTheDark.get(message.draft.senderId));
    emit(tx, newMessageAudience(at.realm.id, message, facts), event);
    if (facts.users.get(message.draft.senderId)?.is_bot === false)
      requestLinkPreviews(tx, message.id, message.draft.rendered);
    requestThumbnailDisplay(tx, message.id, message.draft.rendered);
  }
  const policies = await raiseTopicVisibility(tx, at, drafts, facts);
  return messages.map(({ id, draft }) => {
    const policy = policies.get(draft);
    return policy ? { id, automatic_new_visibility_policy: policy } : { id };
  });
}

/** Lets those who read messages see the files in them, too. What became of a file since it was looked up counts. */
async function claimLinkedAttachments(tx: Tx, realmId: number, messages: readonly NewMessage[]): Promise<void> {
  const linking = messages.filter(({ draft }) => draft.rendered.hasAttachment);
  const claims = await claimAttachments(
    tx,
    realmId,
    linking.map(({ id, draft: { senderId, rendered } }) => ({ id, senderId, pathIds: rendered.attachments })),
  );
  const without = linking.flatMap(({ id }) => (claims.has(id) ? [] : [id]));
  if (without.length > 0) await clearHasAttachment(tx, without);
}

/** Lets topics be followed or unmuted by themselves; says what they became for senders. */
async function raiseTopicVisibility(
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

/** The messages with the polls and lists that their texts ask for. */
async function attachWidgets(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const sent = messages.map(({ id, draft: { senderId, content } }) => ({ id, senderId, content }));
  const widgets = await createWidgets(tx, sent);
  return messages.map((message) => ({ ...message, widget: widgets.get(message.id) }));
}

/** People who write in channels without being in them: not all of the readers may know of them. */
function nonSubscribedSenders(messages: readonly NewMessage[], { concerned, users }: SendContext): number[] {
  const outside = messages.filter(({ draft }) => {
    const isInside = draft.to.kind === "direct" || concerned.get(draft)?.isSenderRecipient;
    return !isInside && users.get(draft.senderId)?.is_bot === false;
  });
  return [...new Set(outside.map(({ draft }) => draft.senderId))];
}

/** Messages that people other than their senders know already, as the notice of what they did themselves. */
const readBeforeSending = (messages: readonly NewMessage[]): ReadOnSend[] =>
  messages.flatMap(({ id, recipientId, draft }) =>
    draft.readBy
      .filter((userId) => userId !== draft.senderId)
      .map((userId) => ({ userId, recipientId, messageId: id })),
  );

/** The first of these messages in each channel that was never written in, or not for a day. */
function firstMessagesInInactiveChannels(now: Date, messages: readonly NewMessage[], { channels }: SendContext) {
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
