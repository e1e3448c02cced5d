import { z } from "zod";
import { MessageType } from "../entities/message.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { change } from "../state/change.ts";
import { put } from "../state/lists.ts";
import { EventId, noun } from "./noun.ts";

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

export const AddScheduledMessagesEvent = z.strictObject({
  id: EventId,
  type: z.literal("scheduled_messages"),
  op: z.literal("add"),
  scheduled_messages: z.array(ScheduledMessage),
});

export const UpdateScheduledMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("scheduled_messages"),
  op: z.literal("update"),
  scheduled_message: ScheduledMessage,
});

/** A scheduled message was sent or cancelled. */
export const RemoveScheduledMessageEvent = z.strictObject({
  id: EventId,
  type: z.literal("scheduled_messages"),
  op: z.literal("remove"),
  scheduled_message_id: z.int(),
});

export const ScheduledMessageEvent = z.discriminatedUnion("op", [
  AddScheduledMessagesEvent,
  UpdateScheduledMessageEvent,
  RemoveScheduledMessageEvent,
]);

export const AddRemindersEvent = z.strictObject({
  id: EventId,
  type: z.literal("reminders"),
  op: z.literal("add"),
  reminders: z.array(Reminder),
});

export const RemoveReminderEvent = z.strictObject({
  id: EventId,
  type: z.literal("reminders"),
  op: z.literal("remove"),
  reminder_id: z.int(),
});

export const ReminderEvent = z.discriminatedUnion("op", [AddRemindersEvent, RemoveReminderEvent]);

/** Messages, and reminders of messages, that wait for their time. */
export const scheduledMessagesNoun = noun({
  events: [ScheduledMessageEvent, ReminderEvent],
  always: { max_reminder_note_length: z.int().describe("Characters") },
  snapshot: {
    scheduled_messages: { scheduled_messages: z.array(ScheduledMessage).describe("By delivery time") },
    reminders: { reminders: z.array(ReminderInSnapshot).describe("By delivery time") },
  },
  reducers: {
    scheduled_messages: (state, event) =>
      change(state, "scheduled_messages", (waiting) => {
        if (event.op === "remove") {
          return waiting.filter(({ scheduled_message_id }) => scheduled_message_id !== event.scheduled_message_id);
        }
        const changed = event.op === "add" ? event.scheduled_messages : [event.scheduled_message];
        return changed
          .reduce((list, one) => put(list, one, ({ scheduled_message_id }) => scheduled_message_id), waiting)
          .sort(soonestFirst);
      }),
    reminders: (state, event) =>
      change(state, "reminders", (waiting) => {
        if (event.op === "remove") return waiting.filter(({ reminder_id }) => reminder_id !== event.reminder_id);
        const added = event.reminders.map((reminder) => ({ ...reminder, scheduled_message_id: reminder.reminder_id }));
        return [...waiting, ...added].sort(soonestFirst);
      }),
  },
});

interface Waiting {
  scheduled_delivery_timestamp: number;
  scheduled_message_id: number;
}

const soonestFirst = (a: Waiting, b: Waiting) =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.scheduled_message_id - b.scheduled_message_id;
