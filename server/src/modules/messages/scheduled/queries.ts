import type { Reminder, ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import type { Reader } from "#kernel/db/types.ts";
import { shownReminder, shownScheduled, type WaitingRow } from "./events.ts";

/** What of a row its owner is shown. */
const waitingColumns = [
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
] as const satisfies readonly (keyof WaitingRow)[];

const waiting = (db: Reader, userId: number) =>
  db
    .selectFrom("scheduled_message")
    .select(waitingColumns)
    .where("sender_id", "=", userId)
    .where("message_id", "is", null)
    .orderBy("deliver_at")
    .orderBy("id");

/** Somebody's messages that wait for their time, and those that could not be sent, by delivery time. */
export async function scheduledMessagesOf(db: Reader, userId: number): Promise<ScheduledMessage[]> {
  const rows = await waiting(db, userId).where("target_id", "is", null).execute();
  return rows.map(shownScheduled);
}

/** Somebody's reminders, by delivery time. */
export async function remindersOf(db: Reader, userId: number): Promise<Reminder[]> {
  const rows = await waiting(db, userId)
    .where("target_id", "is not", null)
    .$narrowType<{ target_id: number }>()
    .execute();
  return rows.map(shownReminder);
}
