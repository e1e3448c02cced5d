import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/1-ground/conversations/errors.ts";
import { UnableToRender } from "#modules/6-messages/messages/errors.ts";
import { setReminder } from "../actions/set-reminder.ts";
import { deliveryTime, deliveryTimestamp } from "../delivery-time.ts";
import { DeliveryTimeNotInFuture, NoteTooLong, TooManyWaiting } from "../errors.ts";
import { normalizeNote, renderReminder } from "../reminder.ts";
import { readableTarget } from "../targets.ts";

export const remind = endpoint.write({
  route: "POST /reminders",
  summary: "Set a reminder of a message",
  description:
    "Of any message that one may read. When it is time, the notification bot quotes the message as it is then, with the note; " +
    "if it can no longer be read, only the note.",
  access: "user",
  input: z.object({
    message_id: int(),
    scheduled_delivery_timestamp: deliveryTimestamp(),
    note: text().default("").describe("At most `max_reminder_note_length` characters"),
  }),
  response: z.object({ reminder_id: z.int() }),
  errors: [DeliveryTimeNotInFuture, InvalidMessages, NoteTooLong, TooManyWaiting, UnableToRender],
  prepare: async (ctx, { input }) => {
    const note = normalizeNote(input.note);
    deliveryTime(input.scheduled_delivery_timestamp, ctx.now);
    const target = await readableTarget(ctx.db, ctx.actor, input.message_id);
    return { note, text: await renderReminder(ctx, target, note) };
  },
  async handler(ctx, { input }, prepared) {
    const { message_id: messageId, scheduled_delivery_timestamp: timestamp } = input;
    return { reminder_id: await setReminder(ctx, { ...prepared, messageId, timestamp }) };
  },
});
