import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { markAllRead } from "../actions/mark/mark-all-read.ts";

export const markAll = endpoint.write({
  route: "POST /mark_all_as_read",
  summary: "Mark all messages as read",
  description:
    "Has no limit on the number of messages. Newer clients use `POST /messages/flags/narrow`, which works in " +
    "batches.",
  access: "user",
  deprecated: true,
  response: z.object({ complete: z.boolean().describe("Whether all messages were processed; always true.") }),
  errors: [],
  async handler(ctx) {
    await markAllRead(ctx);
    return { complete: true };
  },
});
