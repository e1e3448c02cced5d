import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** The recipient of an email, and the time at which it is due. */
export interface ScheduledEmail {
  readonly userId: number;
  readonly dueAt: Date;
}

/**
 * Schedules emails. If an email to the user is already scheduled, the earlier time counts: messages until then are part
 * of the same email.
 */
export async function scheduleEmails(tx: Tx, realmId: number, emails: readonly ScheduledEmail[]): Promise<void> {
  await sql`
    insert into notice_letter (user_id, realm_id, due_at)
    select user_id, ${realmId}, due_at
    from unnest(
      ${emails.map(({ userId }) => userId)}::int[], ${emails.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as planned (user_id, due_at)
    on conflict (user_id) do update set due_at = excluded.due_at where excluded.due_at < notice_letter.due_at`.execute(
    tx,
  );
}
