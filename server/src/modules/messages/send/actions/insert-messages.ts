import { sql } from "kysely";
import { difference } from "@parlance/contract/state/list-operations.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeNewestMessageInSql } from "@parlance/kernel/events/event-log.ts";
import { required } from "@parlance/kernel/base/required.ts";
import {
  insertUserMessageRows,
  type NewUserMessageRows,
} from "#modules/messages/read-state/actions/user-message-rows.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import type { MessageDraft, NewMessage } from "../message-draft.ts";
import type { RealmAndTime } from "../new-message-event.ts";
import type { AffectedUsers, SendContext } from "../context/send-context.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";

type AffectedUsersByDraft = ReadonlyMap<MessageDraft, AffectedUsers>;

const topicOf = ({ to }: MessageDraft) => (to.kind === "channel" ? to.topic : "");

/**
 * Writes messages with the ids that were taken for them, and rows for the few readers whom they concern in particular. The
 * realm's position must be locked. Nobody has to wait: all is sent when this returns.
 */
export function insertMessages(
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

/** Flags of those who are mentioned or alerted, and exceptions for those who are to read what others need not. */
const userMessageRowsFor = (messages: readonly NewMessage[], concerned: AffectedUsersByDraft): NewUserMessageRows => ({
  flags: messages.flatMap(({ id: messageId, draft }) =>
    [...flagBitsByUser(concerned.get(draft))].map(([userId, bits]) => ({ userId, messageId, bits })),
  ),
  unread: messages.flatMap(({ id: messageId, draft }) =>
    usersToMarkUnread(draft, concerned.get(draft)).map((userId) => ({ userId, messageId })),
  ),
});

/** For whom to mark it unread: senders who have not read what they sent, and readers to whom it would count as read. */
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
