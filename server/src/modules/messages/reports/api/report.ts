import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice, text } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { reportMessage } from "../actions/report-message.ts";
import { DescriptionRequired, NoModerationChannel } from "../errors.ts";
import { reportsLimit } from "../reports-limit.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const report = endpoint.write({
  route: "POST /messages/:message_id/report",
  summary: "Report a message to moderators",
  description:
    "The caller must be able to read the message; direct messages can be reported too. The notification bot " +
    "posts in the channel `moderation_request_channel_id` who reported which message, its sender, its current " +
    "content, and the reason.",
  access: "user",
  limit: reportsLimit,
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  input: z.object({
    report_type: choice("spam", "harassment", "inappropriate", "norms", "other").describe("Reason for the report."),
    description: text({ max: 1000 }).default("").describe("At most 1000 characters; required for the type `other`."),
  }),
  response: z.object({}),
  errors: [InvalidMessages, NoModerationChannel, DescriptionRequired],
  async handler(ctx, { params, input: { report_type: reason, description } }) {
    await reportMessage(ctx, params.message_id, { reason, description: description.trim() });
    return {};
  },
});
