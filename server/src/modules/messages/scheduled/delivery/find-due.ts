import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** What is to be delivered, and where its organization is reached. */
export interface DueMessage extends Row<"scheduled_message"> {
  readonly subdomain: string | null;
  readonly host: string | null;
}

/** In these words, so that the index of what is pending is seen to fit whatever a statement is asked with. */
const isPending = sql<boolean>`message_id is null and not is_failed`;

/** What waited until now, the oldest first, without what is left alone for a while. */
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

/** When the next is due, without what is left alone; undefined: nothing waits. One look at an index. */
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
