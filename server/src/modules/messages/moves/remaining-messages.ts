import { sql } from "kysely";
import { isNoneOf } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { type LogPosition, readPosition } from "@parlance/kernel/events/event-log.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import type { TopicLocation, PlannedMove } from "./planned-move.ts";

/** Whether the old and the new topic contain messages that are not part of the move. */
interface RemainingMessages {
  readonly isInOldTopic: boolean;
  readonly isInNewTopic: boolean;
}

/** Remaining messages at a time before the organization's log position was locked. */
export interface EarlierRemainingMessages extends RemainingMessages {
  readonly since: LogPosition;
  /** Id of the first message that remains in the old channel. `null` if there is none. */
  readonly first: number | null;
}

/**
 * Finds the remaining messages, before the log position is locked. This is slow, because the topics contain many rows
 * from which messages have just been moved. The move must be stored.
 */
export async function findRemainingMessages(
  db: Reader,
  realmId: number,
  { ids, from, to }: PlannedMove,
): Promise<EarlierRemainingMessages> {
  const since = await readPosition(db, realmId);
  const isInOldTopic = await hasRemainingMessages(db, from, ids);
  const isInNewTopic = await hasRemainingMessages(db, to, ids);
  const { rows } = await sql<{ id: number }>`
    select id from message where recipient_id = ${from.channel.recipient_id} order by id limit 1`.execute(db);
  return { since, isInOldTopic, isInNewTopic, first: rows[0]?.id ?? null };
}

/**
 * Updates the result of `findRemainingMessages` once the log position is locked. Usually only messages that were sent
 * since then must be checked. The slow search is repeated only if messages were edited, moved or deleted in the
 * meantime.
 */
export async function recheckRemainingMessages(
  db: Reader,
  realmId: number,
  { ids, from, to }: PlannedMove,
  { since, isInOldTopic, isInNewTopic }: EarlierRemainingMessages,
): Promise<RemainingMessages> {
  const again = await hasMovesOrDeletionsSince(db, realmId, since.eventId);
  const look = (place: TopicLocation, had: boolean) =>
    had && !again ? true : hasRemainingMessages(db, place, ids, again ? 0 : since.messageId);
  return { isInOldTopic: await look(from, isInOldTopic), isInNewTopic: await look(to, isInNewTopic) };
}

/**
 * True if messages were edited, moved or deleted after the event with the id `after`. Messages that were sent need no
 * such check, because their ids are higher than all earlier ones.
 */
async function hasMovesOrDeletionsSince(db: Reader, realmId: number, after: number): Promise<boolean> {
  const { rows } = await sql`
    select from event where realm_id = ${realmId} and id > ${after} and type in ('update_message', 'delete_message')
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * True if the topic contains a message with an id above `after` that is not in `ids`. Without the order, PostgreSQL
 * scans the whole table if the topic had a large share of all messages before the move.
 */
async function hasRemainingMessages(
  db: Reader,
  { channel, topic }: TopicLocation,
  ids: readonly number[],
  after = 0,
): Promise<boolean> {
  const { rows } = await sql`
    select from message
    where recipient_id = ${channel.recipient_id} and topic_key = ${topicKey(topic)} and id > ${after}
      and ${isNoneOf(sql`message.id`, after < (ids.at(-1) ?? 0) ? ids : [])}
    order by id limit 1`.execute(db);
  return rows.length > 0;
}
