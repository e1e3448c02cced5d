import { sql } from "kysely";
import { emit } from "#kernel/events/log.ts";
import type { Tx } from "#kernel/db/types.ts";
import { messageFlags } from "#modules/read-state/flags.ts";
import type { MessageDraft, NewMessage } from "../draft.ts";
import { directKey, ensureDirectRecipients } from "../direct-recipients.ts";
import { audienceOf, storedMessage, type Sending } from "../new-message.ts";
import { loadSendingFacts, type SendingFacts } from "../sending-facts.ts";
import { topicKey } from "../text.ts";

/**
 * Stores messages that were checked and rendered, and tells their readers: one row a message, whatever the number of
 * readers. The realm's position must be locked, so that ids follow commit order.
 */
export async function sendMessages(tx: Tx, at: Sending, drafts: readonly MessageDraft[]): Promise<readonly number[]> {
  if (drafts.length === 0) return [];
  const realmId = at.realm.id;
  const conversations = await ensureDirectRecipients(
    tx,
    realmId,
    drafts.flatMap(({ to }) => (to.kind === "direct" ? [to.userIds] : [])),
  );
  const facts = await loadSendingFacts(tx, at.realm, drafts);
  const ids = await takeIds(tx, drafts.length);
  const messages = drafts.map((draft, index): NewMessage => {
    const { to } = draft;
    const recipientId =
      to.kind === "channel" ? facts.channels.get(to.channelId)?.recipient_id : conversations.get(directKey(to.userIds));
    const id = ids[index];
    if (recipientId === undefined || id === undefined) throw new Error("a draft without a recipient");
    return { id, recipientId, draft };
  });
  await insertMessages(tx, at, messages);
  await touchChannels(tx, at.now, messages);
  await insertFlags(tx, messages, facts);
  for (const message of messages) emit(tx, audienceOf(realmId, message, facts), storedMessage(at, message, facts));
  return ids;
}

async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('message_id') as id from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
}

async function insertMessages(tx: Tx, { realm, now }: Sending, messages: readonly NewMessage[]) {
  const column = <T>(of: (message: NewMessage) => T): T[] => messages.map(of);
  const topic = ({ draft: { to } }: NewMessage) => (to.kind === "channel" ? to.topic : "");
  await sql`
    with counter as (
      update realm_counter set last_message_id = ${messages.at(-1)?.id ?? 0} where realm_id = ${realm.id}
    )
    insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at,
                         client, mentions_channel, has_link, has_image, has_attachment)
    select id, ${realm.id}, recipient, sender, topic, topic_key, content, rendered, ${now}, client, wildcard, link, image, attachment
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ recipientId }) => recipientId)}::int[],
      ${column(({ draft }) => draft.senderId)}::int[], ${column(topic)}::text[],
      ${column((message) => topicKey(topic(message)))}::text[], ${column(({ draft }) => draft.content)}::text[],
      ${column(({ draft }) => draft.rendered.html)}::text[], ${column(({ draft }) => draft.client)}::text[],
      ${column(({ draft }) => draft.to.kind === "channel" && draft.rendered.mentions.channelWildcard)}::bool[],
      ${column(({ draft }) => draft.rendered.hasLink)}::bool[], ${column(({ draft }) => draft.rendered.hasImage)}::bool[],
      ${column(({ draft }) => draft.rendered.hasAttachment)}::bool[]
    ) as new(id, recipient, sender, topic, topic_key, content, rendered, client, wildcard, link, image, attachment)`.execute(
    tx,
  );
}

/** Notes that channels are in use. Rows that would not change by a day are left alone. */
async function touchChannels(tx: Tx, now: Date, messages: readonly NewMessage[]) {
  const first = new Map<number, number>();
  for (const { id, draft } of messages) {
    if (draft.to.kind === "channel" && !first.has(draft.to.channelId)) first.set(draft.to.channelId, id);
  }
  if (first.size === 0) return;
  await sql`
    update channel set first_message_id = coalesce(channel.first_message_id, new.id), last_message_at = ${now}
    from unnest(${[...first.keys()]}::int[], ${[...first.values()]}::bigint[]) as new(channel_id, id)
    where channel.id = new.channel_id
      and (channel.first_message_id is null or channel.last_message_at < ${now}::timestamptz - interval '1 day')`.execute(
    tx,
  );
}

/** Rows for the few readers whom a message concerns in particular. */
async function insertFlags(tx: Tx, messages: readonly NewMessage[], facts: SendingFacts) {
  const rows = messages.flatMap(({ id, draft }) => {
    const { mentioned, topicParticipants } = facts.concerned.get(draft) ?? {
      mentioned: [],
      topicParticipants: [],
    };
    const flags = new Map<number, number>();
    for (const userId of mentioned) flags.set(userId, messageFlags.mentioned);
    for (const userId of topicParticipants) {
      flags.set(userId, (flags.get(userId) ?? 0) | messageFlags.topic_wildcard_mentioned);
    }
    return [...flags].map(([userId, bits]) => ({ userId, id, bits }));
  });
  if (rows.length > 0) {
    await sql`
      insert into message_flag (user_id, message_id, flags)
      select * from unnest(${rows.map(({ userId }) => userId)}::int[], ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ bits }) => bits)}::int[])`.execute(
      tx,
    );
  }
  const unread = messages.filter(
    ({ draft }) => facts.concerned.get(draft)?.senderReceives && !draft.readBy.includes(draft.senderId),
  );
  if (unread.length > 0) {
    await sql`
      insert into unread_exception (user_id, message_id)
      select * from unnest(${unread.map(({ draft }) => draft.senderId)}::int[], ${unread.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
  }
}
