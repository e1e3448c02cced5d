import { sql } from "kysely";
import { minus } from "@parlance/contract/state/list-operations.ts";
import { sendNow } from "#kernel/db/transaction.ts";
import type { Tx } from "#kernel/db/types.ts";
import { notesNewestMessage } from "#kernel/events/event-log.ts";
import { required } from "#kernel/required.ts";
import { insertMarks, type NewMarks } from "#modules/messages/read-state/actions/insert-marks.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import type { MessageDraft, NewMessage } from "../message-draft.ts";
import type { Sending } from "../new-message-event.ts";
import type { Concerned, SendingFacts } from "../context/send-context.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";

type ConcernedBy = ReadonlyMap<MessageDraft, Concerned>;

const topicOf = ({ to }: MessageDraft) => (to.kind === "channel" ? to.topic : "");

/**
 * Writes messages with the ids that were taken for them, and rows for the few readers whom they concern in particular. The
 * realm's position must be locked. Nobody has to wait: all is sent when this returns.
 */
export function insertMessages(
  tx: Tx,
  { realm, now }: Sending,
  drafts: readonly MessageDraft[],
  recipientOf: (draft: MessageDraft) => number | undefined,
  { concerned, ids }: Pick<SendingFacts, "concerned" | "ids">,
): NewMessage[] {
  const messages = drafts.map((draft) => {
    const [id, recipientId] = [ids.get(draft), recipientOf(draft)];
    if (id === undefined || recipientId === undefined) throw new Error("a draft without an id or a recipient");
    return { id, recipientId, draft };
  });
  void sendNow(
    tx,
    sql`
    with counter as (${notesNewestMessage(realm.id, required(messages.at(-1)).id)})
    ${insertedRows({ realm, now }, messages)}`,
  );
  insertMarks(tx, marksOn(messages, concerned));
  return messages;
}

function insertedRows({ realm, now }: Sending, messages: readonly NewMessage[]) {
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
const marksOn = (messages: readonly NewMessage[], concerned: ConcernedBy): NewMarks => ({
  flags: messages.flatMap(({ id: messageId, draft }) =>
    [...flagBits(concerned.get(draft))].map(([userId, bits]) => ({ userId, messageId, bits })),
  ),
  unread: messages.flatMap(({ id: messageId, draft }) =>
    toRead(draft, concerned.get(draft)).map((userId) => ({ userId, messageId })),
  ),
});

/** For whom to mark it unread: senders who have not read what they sent, and readers to whom it would count as read. */
function toRead({ senderId, readBy, unreadBy = [] }: MessageDraft, { senderReceives, mutedBy }: Concerned = nobody) {
  const own = senderReceives && !readBy.includes(senderId) ? [senderId] : [];
  return [...own, ...minus(unreadBy, mutedBy)];
}

function flagBits(concerned: Concerned = nobody): Map<number, number> {
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

const nobody: Concerned = {
  mentioned: [],
  topicParticipants: [],
  summonedBots: [],
  alerted: [],
  mutedBy: [],
  senderReceives: false,
};
