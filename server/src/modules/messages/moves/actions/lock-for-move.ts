import { sql } from "kysely";
import { RetryTransaction } from "#kernel/db/retry-transaction.ts";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import type { Person } from "#modules/channels/core/access/channel-access.ts";
import { takeChannelLocks } from "#modules/channels/core/channel-locks.ts";
import { isHistorySharedInSql } from "#modules/channels/core/access/visibility-rules.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { lockReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { loadPlacedFacts, type PlacedFacts } from "#modules/messages/read-state/user-message.ts";
import type { Destination } from "../move-request.ts";
import { hasComeInSql } from "#modules/messages/read-state/received-messages.ts";
import { resolutionOf } from "../resolution.ts";
import { lockNoticeReaders } from "./lock-notice-readers.ts";

/** One of the messages that a move concerns. */
export interface MovableMessage {
  readonly id: number;
  readonly topic: string;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** What a move would take with it, kept as it is until the end of the transaction. */
export interface Movable {
  /** The message that was named. */
  readonly message: PlacedFacts;
  /** It, and those that go with it, ascending. */
  readonly concerned: readonly MovableMessage[];
  /** For whom a notice that the topic is resolved, or not any more, stays unread. */
  readonly noticeReaders: readonly number[];
}

interface Place {
  readonly recipient_id: number;
  readonly channel_id: number | null;
  readonly topic: string;
  readonly topic_key: string;
}

/**
 * Locks a message that the actor may read and those that move with it. If they change their channel, it also locks both
 * channels and the read state of everybody in them. A direct message comes alone. It does not check whether the actor may
 * move anything: `authorizeMove` does.
 * @throws InvalidMessages
 * @throws RetryTransaction where the message was moved meanwhile
 */
export async function lockForMove(tx: Tx, actor: Person, messageId: number, to: Destination): Promise<Movable> {
  const place = await placeOf(tx, actor.realmId, messageId);
  if (!place) throw new InvalidMessages();
  const noticeReaders = await lockReaders(tx, actor, messageId, { place, to });
  const concerned = await lockMessages(tx, messageId, { place, to });
  // Else it was moved while this one waited.
  if (!concerned.some(({ id }) => id === messageId)) throw new RetryTransaction();
  const [message] = await loadPlacedFacts(tx, actor, [messageId]);
  if (!message?.is_readable || message.is_archived) throw new InvalidMessages();
  const taken = isLeaving(place, to) ? await readableOf(tx, actor, message, concerned) : concerned;
  return { message, concerned: taken, noticeReaders };
}

interface Course {
  readonly place: Place;
  readonly to: Destination;
}

const isLeaving = ({ channel_id }: Place, { channelId }: Destination): boolean =>
  channel_id !== null && channelId !== undefined && channelId !== channel_id;

const placeOf = (tx: Tx, realmId: number, messageId: number): Promise<Place | undefined> =>
  tx
    .selectFrom("message")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.recipient_id", "channel.id as channel_id", "message.topic", "message.topic_key"])
    .where("message.id", "=", messageId)
    .where("message.realm_id", "=", realmId)
    .executeTakeFirst();

async function lockReaders(tx: Tx, actor: Person, messageId: number, { place, to }: Course): Promise<number[]> {
  const { channel_id: from, topic } = place;
  if (from === null || !isLeaving(place, to)) {
    await lockReadState(tx, actor.id, [messageId]);
    const resolution = to.topic === undefined ? null : resolutionOf(topic, to.topic);
    return from === null || resolution === null ? [] : lockNoticeReaders(tx, from, place.topic_key);
  }
  const ids = [from, to.channelId as number];
  await lockAccount(tx, actor.id);
  await takeChannelLocks(tx, actor.realmId, { ids });
  await sql`
    select from subscription where channel_id = any(${ids}::int[]) and is_active
    order by user_id, channel_id for no key update`.execute(tx);
  return [];
}

/**
 * Transactions that flag a message hold a share of its row. A move must know every flag before it takes the organization's
 * position, so it waits for them.
 */
async function lockMessages(tx: Tx, messageId: number, { place, to }: Course): Promise<MovableMessage[]> {
  const { recipient_id, channel_id, topic_key } = place;
  const mode = channel_id === null ? "change_one" : to.mode;
  const range = {
    change_one: sql`id = ${messageId}`,
    change_later: sql`topic_key = ${topic_key} and id >= ${messageId}`,
    change_all: sql`topic_key = ${topic_key}`,
  }[mode];
  // One row with all of them: reading many would keep the event loop.
  const { rows } = await sql<{ messages: [id: number, topic: string, sentAt: number][] }>`
    with locked as materialized (
      select id, topic, sent_at from message where recipient_id = ${recipient_id} and ${range}
      order by id for update
    )
    select coalesce(json_agg(json_build_array(id, topic, extract(epoch from sent_at) * 1000) order by id), '[]') as messages
    from locked`.execute(tx);
  return (rows[0]?.messages ?? []).map(([id, topic, sentAt]) => ({ id, topic, sentAt }));
}

/** To another channel nobody takes what they cannot read. */
async function readableOf(tx: Tx, actor: Person, { channel_id }: PlacedFacts, concerned: readonly MovableMessage[]) {
  const ids = concerned.map(({ id }) => id);
  const { rows } = await sql<{ is_shared: boolean; ids: number[] }>`
    select ${isHistorySharedInSql} as is_shared, case when ${isHistorySharedInSql} then '[]' else coalesce((
      select json_agg(message.id) from message
      where message.id = any(${idList(ids)}) and ${hasComeInSql(sql`${actor.id}::int`)}
    ), '[]') end as ids
    from channel where channel.id = ${channel_id}`.execute(tx);
  if (rows[0]?.is_shared) return concerned;
  const readable = new Set(rows[0]?.ids);
  return concerned.filter(({ id }) => readable.has(id));
}
