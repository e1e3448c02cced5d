import type { EventBody } from "@parlance/contract/events/index.ts";
import type { Reminder, ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import type { Row } from "#kernel/db/types.ts";

/** What of a row its owner is shown. */
export type WaitingRow = Pick<
  Row<"scheduled_message">,
  | "id"
  | "sender_id"
  | "channel_id"
  | "user_ids"
  | "topic"
  | "content"
  | "rendered_content"
  | "deliver_at"
  | "is_failed"
  | "target_id"
>;

/** A reminder: a row that says which message is meant. */
export interface ReminderRow extends WaitingRow {
  readonly target_id: number;
}

const pending = ({ content, rendered_content, deliver_at, is_failed }: WaitingRow) => ({
  content,
  rendered_content,
  scheduled_delivery_timestamp: Math.floor(deliver_at.getTime() / 1000),
  failed: is_failed,
});

export const shownScheduled = (row: WaitingRow): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: "private", to: shownRecipients(row) }
    : { type: "stream", to: row.channel_id, topic: row.topic }),
  ...pending(row),
});

/** Those to whom the sender writes; only who writes to nobody else is among them. */
function shownRecipients({ sender_id: senderId, user_ids: userIds }: WaitingRow): number[] {
  const others = (userIds ?? []).filter((id) => id !== senderId);
  return others.length === 0 ? [senderId] : others.sort((a, b) => a - b);
}

export const shownReminder = (row: ReminderRow): Reminder => ({
  reminder_id: row.id,
  type: "private",
  to: [row.sender_id],
  ...pending(row),
  reminder_target_message_id: row.target_id,
});

export const messagesScheduled = (rows: readonly WaitingRow[]): EventBody => ({
  type: "scheduled_messages",
  op: "add",
  scheduled_messages: rows.map(shownScheduled),
});
export const scheduledMessageChanged = (row: WaitingRow): EventBody => ({
  type: "scheduled_messages",
  op: "update",
  scheduled_message: shownScheduled(row),
});
export const scheduledMessageGone = (id: number): EventBody => ({
  type: "scheduled_messages",
  op: "remove",
  scheduled_message_id: id,
});

export const remindersSet = (rows: readonly ReminderRow[]): EventBody => ({
  type: "reminders",
  op: "add",
  reminders: rows.map(shownReminder),
});
export const reminderGone = (id: number): EventBody => ({ type: "reminders", op: "remove", reminder_id: id });
