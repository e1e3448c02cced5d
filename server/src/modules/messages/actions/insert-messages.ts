import { sql } from "kysely";
import { minus } from "@parlance/contract/state/lists.ts";
import type { Tx } from "#kernel/db/types.ts";
import { messageFlags } from "#modules/read-state/flags.ts";
import type { MessageDraft, NewMessage } from "../draft.ts";
import type { Sending } from "../new-message.ts";
import type { Concerned } from "../sending-facts.ts";
import { topicKey } from "../text.ts";

type ConcernedBy = ReadonlyMap<MessageDraft, Concerned>;

const topicOf = ({ to }: MessageDraft) => (to.kind === "channel" ? to.topic : "");

/**
 * Writes messages, and rows for the few readers whom they concern in particular, in one statement. The realm's position
 * must be locked: the ids are taken under that lock, in the order of the drafts.
 */
export async function insertMessages(
  tx: Tx,
  { realm, now }: Sending,
  drafts: readonly MessageDraft[],
  recipientOf: (draft: MessageDraft) => number | undefined,
  concerned: ConcernedBy,
): Promise<NewMessage[]> {
  const recipients = drafts.map((draft) => {
    const recipientId = recipientOf(draft);
    if (recipientId === undefined) throw new Error("a draft without a recipient");
    return recipientId;
  });
  const { rows } = await sql<{ id: number }>`
    with sent as (${insertedRows({ realm, now }, drafts, recipients)}),
    placed as (select id, row_number() over (order by id) as place from sent),
    counter as (
      update realm_counter set last_message_id = (select max(id) from sent) where realm_id = ${realm.id}
    ),
    ${personalRows(drafts, concerned)}
    select id from sent order by id`.execute(tx);
  return rows.map(({ id }, index) => ({
    id,
    recipientId: recipients[index] as number,
    draft: drafts[index] as MessageDraft,
  }));
}

function insertedRows({ realm, now }: Sending, drafts: readonly MessageDraft[], recipients: readonly number[]) {
  const column = <T>(of: (draft: MessageDraft) => T): T[] => drafts.map(of);
  return sql`
    insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at,
                         client, mentions_channel, has_link, has_image, has_attachment, is_settled)
    select nextval('message_id'), ${realm.id}, recipient, sender, topic, topic_key, content, rendered, ${now}::timestamptz,
           client, wildcard, link, image, attachment, settled
    from unnest(
      ${recipients}::int[], ${column(({ senderId }) => senderId)}::int[], ${column(topicOf)}::text[],
      ${column((draft) => topicKey(topicOf(draft)))}::text[], ${column(({ content }) => content)}::text[],
      ${column(({ rendered }) => rendered.html)}::text[], ${column(({ client }) => client)}::text[],
      ${column(({ to, rendered }) => to.kind === "channel" && rendered.mentions.channelWildcard)}::bool[],
      ${column(({ rendered }) => rendered.hasLink)}::bool[], ${column(({ rendered }) => rendered.hasImage)}::bool[],
      ${column(({ rendered }) => rendered.hasAttachment)}::bool[],
      ${column(({ unreadBy }) => unreadBy !== undefined)}::bool[]
    ) with ordinality
      as new(recipient, sender, topic, topic_key, content, rendered, client, wildcard, link, image, attachment, settled,
             place)
    order by place
    returning id`;
}

/** Flags of those who are mentioned or alerted, and exceptions for those who are to read what others need not. */
function personalRows(drafts: readonly MessageDraft[], concerned: ConcernedBy) {
  const flags = drafts.flatMap((draft, index) =>
    [...flagBits(concerned.get(draft))].map(([userId, bits]) => ({ place: index + 1, userId, bits })),
  );
  const unread = drafts.flatMap((draft, index) =>
    toRead(draft, concerned.get(draft)).map((userId) => ({ place: index + 1, userId })),
  );
  return sql`
    flagged as (
      insert into message_flag (user_id, message_id, flags)
      select user_id, placed.id, bits
      from unnest(
        ${flags.map(({ place }) => place)}::int[], ${flags.map(({ userId }) => userId)}::int[],
        ${flags.map(({ bits }) => bits)}::int[]
      ) as flag(place, user_id, bits)
      join placed using (place)
    ), unread as (
      insert into unread_exception (user_id, message_id)
      select user_id, placed.id
      from unnest(${unread.map(({ place }) => place)}::int[], ${unread.map(({ userId }) => userId)}::int[])
        as own(place, user_id)
      join placed using (place)
    )`;
}

/** Senders who have not read what they sent, and of what counts as read otherwise those who shall read it. */
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
