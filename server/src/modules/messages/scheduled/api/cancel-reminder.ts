import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { cancelReminder as cancel } from "../actions/cancel.ts";
import { ReminderDoesNotExist } from "../errors.ts";
import { reminderId } from "#modules/platform/parameters/identifying-parameters.ts";

export const cancelReminder = endpoint.write({
  route: "DELETE /reminders/:reminder_id",
  summary: "Delete a reminder",
  description: "Deletes one of the caller's own reminders before it is delivered.",
  access: "user",
  params: z.object({ reminder_id: reminderId().describe("Id of the reminder.") }),
  response: z.object({}),
  errors: [ReminderDoesNotExist],
  async handler(ctx, { params }) {
    await cancel(ctx, params.reminder_id);
    return {};
  },
});
