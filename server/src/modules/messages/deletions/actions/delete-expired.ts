import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { limitOf } from "../retention.ts";
import { AT_ONCE, deleteFromPlace, type Place } from "./delete-messages.ts";

interface Moment {
  readonly realmId: number;
  readonly now: Date;
}

interface Step {
  readonly deleted: number;
  /** After which message the next step begins; null: there is nothing more to delete. */
  readonly next: number | null;
}

/**
 * Deletes the oldest messages of a place after `after` that have been there for as long as messages stay, so many at once.
 * How long that is, is asked anew each time: who decides that everything stays need not wait for the end.
 */
export async function deleteExpired(tx: Tx, moment: Moment, place: Place, after: number): Promise<Step> {
  const { realmId, now } = moment;
  const before = await limitOf(tx, realmId, place, now);
  if (before === null) return { deleted: 0, next: null };
  const oldest = await oldestAfter(tx, place, after);
  const expired = oldest.filter(({ sent_at }) => sent_at < before).map(({ id }) => id);
  const messages = await lock(tx, place, expired);
  if (messages.length > 0) {
    const topics = [...Map.groupBy(messages, ({ topic }) => topic)];
    await deleteFromPlace(
      { tx, realmId, actor: null, now },
      place,
      topics.map(([topic, own]) => ({ topic, ids: own.map(({ id }) => id) })),
    );
  }
  const isLast = oldest.length < AT_ONCE || expired.length === 0;
  return { deleted: messages.length, next: isLast ? null : (oldest.at(-1)?.id ?? null) };
}

const oldestAfter = (tx: Tx, place: Place, after: number) =>
  tx
    .selectFrom("message")
    .select(["id", "sent_at"])
    .where("recipient_id", "=", place.recipient_id)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();

/** Those that are still there once their rows are locked, ascending. */
async function lock(tx: Tx, { recipient_id }: Place, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from message
    where id = any(${ids}::bigint[]) and recipient_id = ${recipient_id}
    order by id for update`.execute(tx);
  return rows;
}
