import type { Sql } from "../database.ts";

/** Notes that a server is still there, to the day. */
export async function updateLastSeen(sql: Sql, serverId: number, now: Date): Promise<void> {
  await sql.query("update remote_server set heard_on = $2 where id = $1 and heard_on < $2", [serverId, now]);
}
