import type { Reader } from "@parlance/kernel/db/types.ts";
import { unixSeconds } from "#modules/sign-in/core/unix-seconds.ts";

/** Loads a user's sessions that have not expired, the most recently used first. */
export async function loadSessions(db: Reader, userId: number, now: Date) {
  return db
    .selectFrom("web_session")
    .select(["id", "client", "network", "method"])
    .select([unixSeconds("created_at"), unixSeconds("last_used_at"), unixSeconds("expires_at")])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
