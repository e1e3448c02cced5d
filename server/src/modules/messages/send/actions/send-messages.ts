import type { RaisedVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Tx } from "#kernel/db/types.ts";
import { noteMessages } from "#modules/channels/core/actions/activity/update-after-send.ts";
import { requestLinkPreviews } from "#modules/messages/render/link-preview-request.ts";
import { requestPictures } from "#modules/messages/render/thumbnail-display-request.ts";
import { readOnArrival, type KnownOnArrival } from "#modules/messages/read-state/actions/mark/mark-read-on-send.ts";
import { noteNoAttachments } from "#modules/messages/core/actions/note-no-attachments.ts";
import { beginWidgets } from "./create-widgets.ts";
import { claimAttachments } from "#modules/messages/attachments/actions/claim-attachments.ts";
import { raiseVisibility } from "#modules/channels/topic-visibility/actions/raise-visibility.ts";
import { guestsInTheDark } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageDraft, NewMessage } from "../message-draft.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { audienceOf, storedMessage, type Sending } from "../new-message-event.ts";
import { loadSendingFacts, type SendingFacts } from "../context/send-context.ts";
import { ensureDirectRecipients } from "#modules/messages/recipients/actions/ensure-direct-recipients.ts";
import { insertMessages } from "./insert-messages.ts";

const DAY_MS = 86_400_000;

/** A message that was sent. */
export interface Sent {
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
  at: Sending,
  drafts: readonly MessageDraft[],
  known?: SendingFacts,
): Promise<readonly Sent[]> {
  if (drafts.length === 0) return [];
  const facts = known ?? (await loadSendingFacts(tx, at.realm, drafts));
  const conversations = await ensureDirectRecipients(
    tx,
    at.realm.id,
    drafts.flatMap(({ to }) => (to.kind === "direct" ? [to.userIds] : [])),
    facts.conversations,
  );
  const recipientOf = ({ to }: MessageDraft) =>
    to.kind === "channel" ? facts.channels.get(to.channelId)?.recipient_id : conversations.get(directKey(to.userIds));
  const messages = await withWidgets(tx, insertMessages(tx, at, drafts, recipientOf, facts));
  await claimLinkedFiles(tx, at.realm.id, messages);
  await readOnArrival(tx, knownToOthers(messages));
  await noteMessages(tx, at.now, firstInQuietChannels(at.now, messages, facts));
  const inTheDark = await guestsInTheDark(tx, at.realm.id, outsideSenders(messages, facts));
  for (const message of messages) {
    const event = storedMessage(at, message, facts, inTheDark.get(message.draft.senderId));
    emit(tx, audienceOf(at.realm.id, message, facts), event);
    if (facts.people.get(message.draft.senderId)?.is_bot === false)
      requestLinkPreviews(tx, message.id, message.draft.rendered);
    requestPictures(tx, message.id, message.draft.rendered);
  }
  const policies = await raiseForAll(tx, at, drafts, facts);
  return messages.map(({ id, draft }) => {
    const policy = policies.get(draft);
    return policy ? { id, automatic_new_visibility_policy: policy } : { id };
  });
}

/** Lets those who read messages see the files in them, too. What became of a file since it was looked up counts. */
async function claimLinkedFiles(tx: Tx, realmId: number, messages: readonly NewMessage[]): Promise<void> {
  const linking = messages.filter(({ draft }) => draft.rendered.hasAttachment);
  const claims = await claimAttachments(
    tx,
    realmId,
    linking.map(({ id, draft: { senderId, rendered } }) => ({ id, senderId, pathIds: rendered.attachments })),
  );
  const without = linking.flatMap(({ id }) => (claims.has(id) ? [] : [id]));
  if (without.length > 0) await noteNoAttachments(tx, without);
}

/** Lets topics be followed or unmuted by themselves; says what they became for senders. */
async function raiseForAll(tx: Tx, { realm, now }: Sending, drafts: readonly MessageDraft[], facts: SendingFacts) {
  const inTopics = drafts.flatMap((draft) => {
    const { to, senderId, rendered } = draft;
    if (to.kind === "direct") return [];
    const readers = facts.concerned.get(draft)?.mentioned ?? [];
    const mentioned = rendered.mentions.users.filter((id) => readers.includes(id));
    return [{ draft, written: { channelId: to.channelId, topic: to.topic, senderId, mentioned } }];
  });
  const written = inTopics.map((one) => one.written);
  const outcomes = await raiseVisibility(tx, { realmId: realm.id, now }, written, facts.standings);
  return new Map(inTopics.map(({ draft }, index) => [draft, outcomes[index]] as const));
}

/** The messages with the polls and lists that their texts ask for. */
async function withWidgets(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const sent = messages.map(({ id, draft: { senderId, content } }) => ({ id, senderId, content }));
  const widgets = await beginWidgets(tx, sent);
  return messages.map((message) => ({ ...message, widget: widgets.get(message.id) }));
}

/** People who write in channels without being in them: not all of the readers may know of them. */
function outsideSenders(messages: readonly NewMessage[], { concerned, people }: SendingFacts): number[] {
  const outside = messages.filter(({ draft }) => {
    const isInside = draft.to.kind === "direct" || concerned.get(draft)?.senderReceives;
    return !isInside && people.get(draft.senderId)?.is_bot === false;
  });
  return [...new Set(outside.map(({ draft }) => draft.senderId))];
}

/** Messages that people other than their senders know already, as the notice of what they did themselves. */
const knownToOthers = (messages: readonly NewMessage[]): KnownOnArrival[] =>
  messages.flatMap(({ id, recipientId, draft }) =>
    draft.readBy
      .filter((userId) => userId !== draft.senderId)
      .map((userId) => ({ userId, recipientId, messageId: id })),
  );

/** The first of these messages in each channel that was never written in, or not for a day. */
function firstInQuietChannels(now: Date, messages: readonly NewMessage[], { channels }: SendingFacts) {
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
