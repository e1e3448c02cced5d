import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { markAllRead } from "../actions/mark-all-read.ts";

export const markAll = endpoint.write({
  route: "POST /mark_all_as_read",
  summary: "Mark all messages as read",
  description: "However many there are. Newer clients mark them in portions, with `POST /messages/flags/narrow`.",
  access: "user",
  deprecated: true,
  response: z.object({ complete: z.boolean().describe("Whether nothing is left to do; always the case here") }),
  errors: [],
  async handler(ctx) {
    await markAllRead(ctx);
    return { complete: true };
  },
});
