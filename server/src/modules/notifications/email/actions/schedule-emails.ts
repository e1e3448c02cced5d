import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** To whom a letter is to be written, and when. */
export interface ScheduledEmail {
  readonly userId: number;
  readonly dueAt: Date;
}

/**
 * Notes that letters are to be written, where none is planned already for as early: what comes until then goes into the same. One
 * is earlier where somebody has chosen a shorter pause since.
 */
export async function scheduleEmails(tx: Tx, realmId: number, letters: readonly ScheduledEmail[]): Promise<void> {
  await sql`
    insert into notice_letter (user_id, realm_id, due_at)
    select user_id, ${realmId}, due_at
    from unnest(
      ${letters.map(({ userId }) => userId)}::int[], ${letters.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as planned (user_id, due_at)
    on conflict (user_id) do update set due_at = excluded.due_at where excluded.due_at < notice_letter.due_at`.execute(
    tx,
  );
}
