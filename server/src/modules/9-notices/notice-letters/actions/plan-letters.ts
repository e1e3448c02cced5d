import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** To whom a letter is to be written, and when. */
export interface PlannedLetter {
  readonly userId: number;
  readonly dueAt: Date;
}

/** Notes that letters are to be written, where none is planned already: what comes until then goes into the same. */
export async function planLetters(tx: Tx, realmId: number, letters: readonly PlannedLetter[]): Promise<void> {
  await sql`
    insert into notice_letter (user_id, realm_id, due_at)
    select user_id, ${realmId}, due_at
    from unnest(
      ${letters.map(({ userId }) => userId)}::int[], ${letters.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as planned (user_id, due_at)
    on conflict do nothing`.execute(tx);
}
