import { z } from "zod";
import { Reminder, ScheduledMessage } from "../entities/scheduled-message.ts";
import { EventId } from "./event-id.ts";

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
