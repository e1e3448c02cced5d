import { emit, storeNewestMessageInSql } from "@parlance/kernel/events/event-log.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { updateAfterMessagesSent } from "#modules/channels/core/actions/activity/update-after-send.ts";
import { requestLinkPreviews } from "#modules/messages/render/link-preview-request.ts";
import { requestThumbnailDisplay } from "#modules/messages/render/thumbnail-display-request.ts";
import { markReadOnSend } from "#modules/messages/read-state/actions/mark/mark-read-on-send.ts";
import { createWidgets } from "./create-widgets.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageDraft, NewMessage, SentMessage } from "../message-draft.ts";
import { directKey } from "#modules/messages/recipients/direct-recipients.ts";
import { newMessageAudience, newMessageEvent, type RealmAndTime } from "../new-message-event.ts";
import { loadSendContext } from "../context/load-send-context.ts";
import type { SendContext, AffectedUsers } from "../context/send-context.ts";
import { sql } from "kysely";
import { difference } from "@parlance/contract/state/list-operations.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { createDirectRecipients } from "#modules/messages/conversations/actions/create-recipients.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import {
  insertUserMessageRows,
  type NewUserMessageRows,
} from "#modules/messages/read-state/actions/user-message-rows.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { trackUserVisibility } from "#modules/users/core/actions/announce-visibility-changes.ts";
import {
  claimLinkedAttachments,
  firstMessagesInInactiveChannels,
  nonSubscribedSenders,
  raiseTopicVisibility,
  readBeforeSending,
} from "./apply-send-effects.ts";

/**
 * Stores messages that have been validated and rendered, and publishes the events about them. A message is stored as
 * one row, regardless of the number of its recipients. The organization's log position must be locked, so that the
 * order of message ids is the order of commits. `known` is the send context, if the caller has loaded it.
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

/**
 * Returns the recipient ids of direct message conversations by key, and creates the conversations that are not in
 * `found`. The organization's log position must be locked.
 */
async function ensureDirectRecipients(
  tx: Tx,
  realmId: number,
  conversations: readonly (readonly number[])[],
  found: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(conversations.map((userIds) => [directKey(userIds), userIds]));
  const missing = [...wanted].filter(([key]) => !found.has(key));
  if (missing.length === 0) return found;
  const announcePeople = await trackUserVisibility(tx, realmId, [
    ...new Set(missing.flatMap(([, userIds]) => userIds)),
  ]);
  const created = await createDirectRecipients(tx, realmId, new Map(missing));
  await announcePeople();
  return new Map([...found, ...created]);
}

/** Creates the polls and to-do lists that the messages' texts contain. Returns the messages with their widgets. */
async function attachWidgets(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
  const sent = messages.map(({ id, draft: { senderId, content } }) => ({ id, senderId, content }));
  const widgets = await createWidgets(tx, sent);
  return messages.map((message) => ({ ...message, widget: widgets.get(message.id) }));
}

type AffectedUsersByDraft = ReadonlyMap<MessageDraft, AffectedUsers>;

const topicOf = ({ to }: MessageDraft) => (to.kind === "channel" ? to.topic : "");

/**
 * Inserts the messages with their allocated ids, and rows for the few users whom they affect individually. The
 * organization's log position must be locked. All statements have been sent to the database when the function returns.
 */
function insertMessages(
  tx: Tx,
  { realm, now }: RealmAndTime,
  drafts: readonly MessageDraft[],
  recipientOf: (draft: MessageDraft) => number | undefined,
  { concerned, ids }: Pick<SendContext, "concerned" | "ids">,
): NewMessage[] {
  const messages = drafts.map((draft) => {
    const [id, recipientId] = [ids.get(draft), recipientOf(draft)];
    if (id === undefined || recipientId === undefined) throw new Error("a draft without an id or a recipient");
    return { id, recipientId, draft };
  });
  void sendNow(
    tx,
    sql`
    with counter as (${storeNewestMessageInSql(realm.id, required(messages.at(-1)).id)})
    ${insertRowsQuery({ realm, now }, messages)}`,
  );
  insertUserMessageRows(tx, userMessageRowsFor(messages, concerned));
  return messages;
}

function insertRowsQuery({ realm, now }: RealmAndTime, messages: readonly NewMessage[]) {
  const column = <T>(of: (draft: MessageDraft) => T): T[] => messages.map(({ draft }) => of(draft));
  return sql`
    insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at,
                         client, mentions_channel, has_link, has_image, has_attachment, is_settled)
    select id, ${realm.id}, recipient, sender, topic, topic_key, content, rendered, ${now}::timestamptz,
           client, wildcard, link, image, attachment, settled
    from unnest(
      ${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ recipientId }) => recipientId)}::int[],
      ${column(({ senderId }) => senderId)}::int[], ${column(topicOf)}::text[],
      ${column((draft) => topicKey(topicOf(draft)))}::text[], ${column(({ content }) => content)}::text[],
      ${column(({ rendered }) => rendered.html)}::text[], ${column(({ client }) => client)}::text[],
      ${column(({ to, rendered }) => to.kind === "channel" && rendered.mentions.channelWildcard)}::bool[],
      ${column(({ rendered }) => rendered.hasLink)}::bool[], ${column(({ rendered }) => rendered.hasImage)}::bool[],
      ${column(({ rendered }) => rendered.hasAttachment)}::bool[],
      ${column(({ unreadBy }) => unreadBy !== undefined)}::bool[]
    ) as new(id, recipient, sender, topic, topic_key, content, rendered, client, wildcard, link, image, attachment, settled)`;
}

/**
 * Returns the flags of mentioned and alerted users, and the exceptions of users for whom a message is unread although
 * it counts as read by default.
 */
const userMessageRowsFor = (messages: readonly NewMessage[], concerned: AffectedUsersByDraft): NewUserMessageRows => ({
  flags: messages.flatMap(({ id: messageId, draft }) =>
    [...flagBitsByUser(concerned.get(draft))].map(([userId, bits]) => ({ userId, messageId, bits })),
  ),
  unread: messages.flatMap(({ id: messageId, draft }) =>
    usersToMarkUnread(draft, concerned.get(draft)).map((userId) => ({ userId, messageId })),
  ),
});

/**
 * Returns the users for whom the message must be marked as unread: its sender, if it is not read for the sender, and
 * the users in `unreadBy`, except those who muted the sender.
 */
function usersToMarkUnread(
  { senderId, readBy, unreadBy = [] }: MessageDraft,
  { isSenderRecipient, mutedBy }: AffectedUsers = NO_AFFECTED_USERS,
) {
  const own = isSenderRecipient && !readBy.includes(senderId) ? [senderId] : [];
  return [...own, ...difference(unreadBy, mutedBy)];
}

function flagBitsByUser(concerned: AffectedUsers = NO_AFFECTED_USERS): Map<number, number> {
  const bits = new Map<number, number>();
  const add = (userIds: readonly number[], bit: number) => {
    for (const userId of userIds) bits.set(userId, (bits.get(userId) ?? 0) | bit);
  };
  add(concerned.mentioned, messageFlags.mentioned);
  add(concerned.topicParticipants, messageFlags.topic_wildcard_mentioned);
  add(concerned.alerted, messageFlags.has_alert_word);
  add(concerned.summonedBots, messageFlags.summoned);
  return bits;
}

const NO_AFFECTED_USERS: AffectedUsers = {
  mentioned: [],
  topicParticipants: [],
  summonedBots: [],
  alerted: [],
  mutedBy: [],
  isSenderRecipient: false,
};
