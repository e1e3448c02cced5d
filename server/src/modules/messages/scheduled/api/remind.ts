import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { MissingParameter } from "@parlance/kernel/http/errors.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { UnableToRender } from "#modules/messages/core/errors.ts";
import { setReminder } from "../actions/set-reminder.ts";
import { parseDeliveryTime, deliveryTimestampParameter } from "../delivery-time.ts";
import { DeliveryTimeNotInFuture, NoteTooLong, TooManyScheduledMessages } from "../errors.ts";
import { normalizeNote, renderReminder } from "../reminders/render-reminder.ts";
import { loadReminderTarget } from "../reminders/reminder-target.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remind = endpoint.write({
  route: "POST /reminders",
  summary: "Create a reminder about a message",
  description:
    "The caller must be able to read the message. At the given time, the notification bot sends the caller a " +
    "direct message with the note and a quote of the message as it is then. If the caller can no longer read " +
    "the message, it sends only the note.",
  access: "user",
  input: z.object({
    message_id: messageId().optional().describe("Id of the message; required."),
    scheduled_delivery_timestamp: deliveryTimestampParameter().optional().describe("UNIX seconds; required."),
    note: text().default("").describe("At most `max_reminder_note_length` characters."),
  }),
  response: z.object({ reminder_id: z.int() }),
  errors: [
    MissingParameter,
    DeliveryTimeNotInFuture,
    InvalidMessages,
    NoteTooLong,
    TooManyScheduledMessages,
    UnableToRender,
  ],
  prepare: async (ctx, { input }) => {
    const { message_id: id, scheduled_delivery_timestamp: timestamp } = input;
    if (id === undefined) throw new MissingParameter({ var_name: "message_id" });
    if (timestamp === undefined) throw new MissingParameter({ var_name: "scheduled_delivery_timestamp" });
    const note = normalizeNote(input.note);
    parseDeliveryTime(timestamp, ctx.now);
    const target = await loadReminderTarget(ctx.db, ctx.actor, id);
    return { messageId: id, timestamp, note, text: await renderReminder(ctx, target, note) };
  },
  handler: async (ctx, _input, prepared) => ({ reminder_id: await setReminder(ctx, prepared) }),
});
