import { z } from "zod";
import { ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { scheduledMessagesOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /scheduled_messages",
  summary: "List one's scheduled messages",
  description:
    "Those that wait for their time and those that could not be sent, which are marked `failed`, by delivery time.",
  access: "user",
  isLargeWork: true,
  response: z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  errors: [],
  handler: async ({ db, actor }) => ({ scheduled_messages: await scheduledMessagesOf(db, actor.id) }),
});
