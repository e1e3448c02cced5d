import type { EventBody } from "@parlance/contract/events/index.ts";
import type { Reminder, ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import type { Row } from "@parlance/kernel/db/types.ts";

/** The columns that are sent to the clients of the message's owner. */
export type ScheduledRow = Pick<
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

/** The row of a reminder, with the id of the message of which it reminds. */
export interface ReminderRow extends ScheduledRow {
  readonly target_id: number;
}

const presentPending = ({ content, rendered_content, deliver_at, is_failed }: ScheduledRow) => ({
  content,
  rendered_content,
  scheduled_delivery_timestamp: Math.floor(deliver_at.getTime() / 1000),
  failed: is_failed,
});

export const presentScheduledMessage = (row: ScheduledRow): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: "private", to: presentRecipients(row) }
    : { type: "stream", to: row.channel_id, topic: row.topic }),
  ...presentPending(row),
});

/**
 * Returns the ids of the recipients other than the sender. The sender is returned only if there are no other
 * recipients.
 */
function presentRecipients({ sender_id: senderId, user_ids: userIds }: ScheduledRow): number[] {
  const others = (userIds ?? []).filter((id) => id !== senderId);
  return others.length === 0 ? [senderId] : others.sort((a, b) => a - b);
}

export const presentReminder = (row: ReminderRow): Reminder => ({
  reminder_id: row.id,
  type: "private",
  to: [row.sender_id],
  ...presentPending(row),
  reminder_target_message_id: row.target_id,
});

export const scheduledMessagesAdded = (rows: readonly ScheduledRow[]): EventBody => ({
  type: "scheduled_messages",
  op: "add",
  scheduled_messages: rows.map(presentScheduledMessage),
});
export const scheduledMessageChanged = (row: ScheduledRow): EventBody => ({
  type: "scheduled_messages",
  op: "update",
  scheduled_message: presentScheduledMessage(row),
});
export const scheduledMessageRemoved = (id: number): EventBody => ({
  type: "scheduled_messages",
  op: "remove",
  scheduled_message_id: id,
});

export const remindersAdded = (rows: readonly ReminderRow[]): EventBody => ({
  type: "reminders",
  op: "add",
  reminders: rows.map(presentReminder),
});
export const reminderRemoved = (id: number): EventBody => ({ type: "reminders", op: "remove", reminder_id: id });
