import type { Reminder, ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { presentReminder, presentScheduledMessage, type ScheduledRow } from "./events.ts";

/** The columns that are sent to the clients of the message's owner. */
const scheduledRowColumns = [
  "id",
  "sender_id",
  "channel_id",
  "user_ids",
  "topic",
  "content",
  "rendered_content",
  "deliver_at",
  "is_failed",
  "target_id",
] as const satisfies readonly (keyof ScheduledRow)[];

const scheduledQuery = (db: Reader, userId: number) =>
  db
    .selectFrom("scheduled_message")
    .select(scheduledRowColumns)
    .where("sender_id", "=", userId)
    .where("message_id", "is", null)
    .orderBy("deliver_at")
    .orderBy("id");

/** Loads a user's scheduled messages, including failed ones, ordered by delivery time. */
export async function loadScheduledMessages(db: Reader, userId: number): Promise<ScheduledMessage[]> {
  const rows = await scheduledQuery(db, userId).where("target_id", "is", null).execute();
  return rows.map(presentScheduledMessage);
}

/** Loads a user's reminders, ordered by delivery time. */
export async function loadReminders(db: Reader, userId: number): Promise<Reminder[]> {
  const rows = await scheduledQuery(db, userId)
    .where("target_id", "is not", null)
    .$narrowType<{ target_id: number }>()
    .execute();
  return rows.map(presentReminder);
}
