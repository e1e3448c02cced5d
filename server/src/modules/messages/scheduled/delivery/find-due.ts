import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** A due message, with the data from which its organization's URL is computed. */
export interface DueMessage extends Row<"scheduled_message"> {
  readonly subdomain: string | null;
  readonly host: string | null;
}

/**
 * Condition for messages that are neither delivered nor failed. It is written exactly as in the partial index, so that
 * PostgreSQL can use the index whatever the parameters of a statement are.
 */
const isPending = sql<boolean>`message_id is null and not is_failed`;

/**
 * Finds due messages, oldest first. `resting` contains the ids of messages whose retry is delayed; they are omitted.
 */
export function findDue(db: Reader, now: Date, resting: readonly number[], limit: number): Promise<DueMessage[]> {
  return db
    .selectFrom("scheduled_message")
    .innerJoin("realm", "realm.id", "scheduled_message.realm_id")
    .selectAll("scheduled_message")
    .select(["realm.subdomain", "realm.host"])
    .where(isPending)
    .where("deliver_at", "<=", now)
    .where("scheduled_message.id", "<>", sql<number>`all(${resting}::int[])`)
    .orderBy("deliver_at")
    .orderBy("scheduled_message.id")
    .limit(limit)
    .execute();
}

/**
 * Finds the delivery time of the next undelivered message with one index lookup. Messages in `resting`, whose retry is
 * delayed, are ignored. Returns undefined if there is no other message.
 */
export async function findNextDueTime(db: Reader, resting: readonly number[]): Promise<Date | undefined> {
  const row = await db
    .selectFrom("scheduled_message")
    .select("deliver_at")
    .where(isPending)
    .where("id", "<>", sql<number>`all(${resting}::int[])`)
    .orderBy("deliver_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.deliver_at;
}
