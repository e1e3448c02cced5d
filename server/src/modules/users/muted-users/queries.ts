import { sql } from "kysely";
import type { MutedUser } from "@parlance/contract/nouns/muted-users.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Lists the users whom a user mutes, ordered by id. */
export async function listMutedUsers(db: Reader, userId: number): Promise<MutedUser[]> {
  return db
    .selectFrom("muted_user_period")
    .select(["muted_user_id as id", sql<number>`floor(extract(epoch from muted_at))::int8`.as("timestamp")])
    .where("user_id", "=", userId)
    .where("to_message_id", "is", null)
    .orderBy("muted_user_id")
    .execute();
}

/** Loads, for each of these users, the users who have muted them. */
export async function loadMuters(db: Reader, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom("muted_user_period")
    .select(["muted_user_id", sql<number[]>`array_agg(user_id order by user_id)`.as("muters")])
    .where("muted_user_id", "=", sql<number>`any(${userIds}::int[])`)
    .where("to_message_id", "is", null)
    .groupBy("muted_user_id")
    .execute();
  return new Map(rows.map(({ muted_user_id, muters }) => [muted_user_id, muters]));
}
