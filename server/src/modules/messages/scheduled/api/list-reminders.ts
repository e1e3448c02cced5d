import { z } from "zod";
import { Reminder } from "@parlance/contract/nouns/scheduled-messages.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadReminders } from "../queries.ts";

export const listReminders = endpoint.read({
  route: "GET /reminders",
  summary: "List your reminders",
  description:
    "Returns pending reminders, sorted by delivery time. Their content is what they would have said when they " +
    "were created.",
  access: "user",
  response: z.object({ reminders: z.array(Reminder) }),
  errors: [],
  handler: async ({ db, actor }) => ({ reminders: await loadReminders(db, actor.id) }),
});
