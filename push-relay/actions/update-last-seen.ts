import type { Sql } from "../database.ts";

/** Stores the day of a server's most recent request. */
export async function updateLastSeen(sql: Sql, serverId: number, now: Date): Promise<void> {
  await sql.query("update remote_server set heard_on = $2 where id = $1 and heard_on < $2", [serverId, now]);
}
