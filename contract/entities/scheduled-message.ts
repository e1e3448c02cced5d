import { z } from "zod";
import { MessageType } from "./message.ts";
import { UnixSeconds } from "./scalars.ts";

const pending = {
  content: z.string().describe("Markdown source"),
  rendered_content: z.string().describe("HTML"),
  scheduled_delivery_timestamp: UnixSeconds,
  failed: z.boolean().describe("Delivery was tried and refused; it waits for an edit"),
};

/** A message that waits for its time; its id is not that of the message to come. */
export const ScheduledMessage = z.strictObject({
  scheduled_message_id: z.int(),
  type: MessageType,
  to: z.union([z.int(), z.array(z.int())]).describe("Channel id, or user ids"),
  topic: z.string().optional().describe("Only for channel messages"),
  ...pending,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

/** A note to oneself about a message, delivered later. */
export const Reminder = z.strictObject({
  reminder_id: z.int(),
  type: z.literal("private"),
  to: z.array(z.int()).describe("The user alone"),
  ...pending,
  reminder_target_message_id: z.int(),
});
export type Reminder = z.infer<typeof Reminder>;

/** A reminder in the register snapshot, where it is a scheduled message as well. */
export const ReminderInSnapshot = z.strictObject({
  ...ScheduledMessage.shape,
  ...Reminder.shape,
  scheduled_message_id: z.int().describe("Same as `reminder_id`"),
  to: ScheduledMessage.shape.to,
});
export type ReminderInSnapshot = z.infer<typeof ReminderInSnapshot>;
