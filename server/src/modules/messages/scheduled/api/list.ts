import { z } from "zod";
import { ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadScheduledMessages } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /scheduled_messages",
  summary: "List your scheduled messages",
  description:
    "Returns messages that are not sent yet, sorted by delivery time. Messages whose sending failed are marked " +
    "`failed`.",
  access: "user",
  isLargeWork: true,
  response: z.object({ scheduled_messages: z.array(ScheduledMessage) }),
  errors: [],
  handler: async ({ db, actor }) => ({ scheduled_messages: await loadScheduledMessages(db, actor.id) }),
});
