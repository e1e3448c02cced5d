import { z } from "zod";
import { MessageType } from "../entities/message.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { updateField } from "../state/set-fields.ts";
import { upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

const pending = {
  content: z.string().describe("Markdown source."),
  rendered_content: z.string().describe("Content as HTML."),
  scheduled_delivery_timestamp: UnixSeconds,
  failed: z.boolean().describe("Whether sending failed; the message is not sent until the user edits it."),
};

/** A message that will be sent later. Its id has nothing to do with the id of the message that is sent in the end. */
export const ScheduledMessage = z.strictObject({
  scheduled_message_id: z.int(),
  type: MessageType,
  to: z.union([z.int(), z.array(z.int())]).describe("Channel id, or user ids."),
  topic: z.string().optional().describe("Present only for channel messages."),
  ...pending,
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

/** A reminder about a message. The user receives it as a message at the set time. */
export const Reminder = z.strictObject({
  reminder_id: z.int(),
  type: z.literal("private"),
  to: z.array(z.int()).describe("Id of the user."),
  ...pending,
  reminder_target_message_id: z.int(),
});
export type Reminder = z.infer<typeof Reminder>;

/** A reminder in the register response. It also has the fields of a scheduled message. */
export const ReminderInSnapshot = z.strictObject({
  ...ScheduledMessage.shape,
  ...Reminder.shape,
  scheduled_message_id: z.int().describe("Same as `reminder_id`."),
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

/** A scheduled message was sent or canceled. */
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

/** Scheduled messages, and reminders about messages. */
export const scheduledMessagesNoun = noun({
  events: [ScheduledMessageEvent, ReminderEvent],
  always: { max_reminder_note_length: z.int().describe("Maximum length of a reminder note in characters.") },
  snapshot: {
    scheduled_messages: { scheduled_messages: z.array(ScheduledMessage).describe("Sorted by delivery time.") },
    reminders: { reminders: z.array(ReminderInSnapshot).describe("Sorted by delivery time.") },
  },
  reducers: {
    scheduled_messages: (state, event) =>
      updateField(state, "scheduled_messages", (waiting) => {
        if (event.op === "remove") {
          return waiting.filter(({ scheduled_message_id }) => scheduled_message_id !== event.scheduled_message_id);
        }
        const changed = event.op === "add" ? event.scheduled_messages : [event.scheduled_message];
        return changed
          .reduce((list, one) => upsert(list, one, ({ scheduled_message_id }) => scheduled_message_id), waiting)
          .sort(byDeliveryTime);
      }),
    reminders: (state, event) =>
      updateField(state, "reminders", (waiting) => {
        if (event.op === "remove") return waiting.filter(({ reminder_id }) => reminder_id !== event.reminder_id);
        const added = event.reminders.map((reminder) => ({ ...reminder, scheduled_message_id: reminder.reminder_id }));
        return [...waiting, ...added].sort(byDeliveryTime);
      }),
  },
});

interface PendingDelivery {
  scheduled_delivery_timestamp: number;
  scheduled_message_id: number;
}

const byDeliveryTime = (a: PendingDelivery, b: PendingDelivery) =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.scheduled_message_id - b.scheduled_message_id;
