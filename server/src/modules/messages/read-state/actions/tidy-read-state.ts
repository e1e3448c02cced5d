import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { chunkOfInSql } from "../unread/read-bitmap.ts";
import { passUnreadInSql } from "./storage/advance-watermarks-sql.ts";

/**
 * Moves all watermarks as far as they can go. Then the bits above them are few, and rows without any of them go. The user's
 * read state must be locked.
 */
export async function tidyReadState(tx: Tx, userId: number): Promise<void> {
  await sql`
    select from subscription where user_id = ${userId} and is_active order by channel_id for no key update`.execute(tx);
  await sql`
    with ${passUnreadInSql({ userId })}
    delete from read_chunk where user_id = ${userId} and chunk not in (
      select ${chunkOfInSql(sql`above.id`)} from above left join next using (recipient_id)
      where above.has_bit and above.id > coalesce(next.read_up_to, 0)
    )`.execute(tx);
}
