import { z } from "zod";
import { Reminder } from "@parlance/contract/nouns/scheduled-messages.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { remindersOf } from "../queries.ts";

export const listReminders = endpoint.read({
  route: "GET /reminders",
  summary: "List one's reminders",
  description:
    "Those that wait for their time, by delivery time. What they say is what they would have said when they were set.",
  access: "user",
  response: z.object({ reminders: z.array(Reminder) }),
  errors: [],
  handler: async ({ db, actor }) => ({ reminders: await remindersOf(db, actor.id) }),
});
