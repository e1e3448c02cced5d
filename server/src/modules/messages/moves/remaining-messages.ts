import { sql } from "kysely";
import { isNoneOf } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { type LogPosition, readPosition } from "@parlance/kernel/events/event-log.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import type { TopicLocation, PlannedMove } from "./planned-move.ts";

/** Whether the old and the new topic contain messages other than the moved ones. */
interface RemainingMessages {
  readonly isInOldTopic: boolean;
  readonly isInNewTopic: boolean;
}

/** The same as of a time before the organization's log position was locked. */
export interface EarlierRemainingMessages extends RemainingMessages {
  readonly since: LogPosition;
  /** The first message left in the old channel, if any. */
  readonly first: number | null;
}

/** Searches topics from which many messages have just been moved, which is slow. The move must be stored. */
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
 * Rechecks the result when the log position is locked: it examines only what has changed since, and searches again only
 * if messages were moved or deleted.
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
 * True if messages were moved or deleted after an event. Messages that are sent to a topic later have the newest ids.
 */
async function hasMovesOrDeletionsSince(db: Reader, realmId: number, after: number): Promise<boolean> {
  const { rows } = await sql`
    select from event where realm_id = ${realmId} and id > ${after} and type in ('update_message', 'delete_message')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** True if a topic contains messages newer than `after` other than these. */
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
    limit 1`.execute(db);
  return rows.length > 0;
}
