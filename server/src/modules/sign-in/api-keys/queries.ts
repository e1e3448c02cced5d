import type { Reader } from "@parlance/kernel/db/types.ts";
import { nullableUnixSeconds, unixSeconds } from "#modules/sign-in/core/unix-seconds.ts";

/** Loads the scoped keys of a user, newest first. */
export async function loadScopedKeys(db: Reader, userId: number) {
  return db
    .selectFrom("scoped_key")
    .select(["id", "name", "is_read_only as read_only", "operations", "channel_ids", unixSeconds("created_at")])
    .select([nullableUnixSeconds("expires_at"), nullableUnixSeconds("last_used_at")])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
}
