import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/** The scoped keys of a user, the newest first. */
export async function loadScopedKeys(db: Reader, userId: number) {
  return db
    .selectFrom("scoped_key")
    .select(["id", "name", "is_read_only as read_only", "operations", "channel_ids", secondsOf("created_at")])
    .select([nullableUnixSeconds("expires_at"), nullableUnixSeconds("last_used_at")])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
}

const nullableUnixSeconds = <Name extends string>(column: Name) =>
  sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::int8`.as(column);

const secondsOf = <Name extends string>(column: Name) =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int8`.as(column);
