import { z } from "zod";
import { scheduledMessagesNoun } from "@parlance/contract/nouns/scheduled-messages.ts";
import { defineSlice, type Module, type Slice } from "@parlance/kernel/http/module.ts";
import { cancelReminder } from "./api/cancel-reminder.ts";
import { cancel } from "./api/cancel.ts";
import { create } from "./api/create.ts";
import { edit } from "./api/edit.ts";
import { listReminders } from "./api/list-reminders.ts";
import { list } from "./api/list.ts";
import { remind } from "./api/remind.ts";
import { pruneDeliveredJob } from "./jobs.ts";
import { loadReminders, loadScheduledMessages } from "./queries.ts";
import { MAX_NOTE_CHARACTERS } from "./reminders/render-reminder.ts";

const limits: Slice = {
  types: [],
  response: z.strictObject(scheduledMessagesNoun.always),
  fetch: async () => ({ max_reminder_note_length: MAX_NOTE_CHARACTERS }),
};

const messages = defineSlice(scheduledMessagesNoun, "scheduled_messages", async (db, { actor }) => ({
  scheduled_messages: await loadScheduledMessages(db, actor.id),
}));

const reminders = defineSlice(scheduledMessagesNoun, "reminders", async (db, { actor }) => ({
  reminders: (await loadReminders(db, actor.id)).map((one) => ({ ...one, scheduled_message_id: one.reminder_id })),
}));

/** Scheduled messages and reminders. */
export const scheduledMessagesModule: Module = {
  name: "scheduled-messages",
  floor: "message-actions",
  tables: ["scheduled_message"],
  endpoints: [list, create, edit, cancel, listReminders, remind, cancelReminder],
  slices: [limits, messages, reminders],
  jobs: [pruneDeliveredJob],
};
