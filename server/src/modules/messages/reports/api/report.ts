import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { choice, int, text } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { reportMessage } from "../actions/report-message.ts";
import { DescriptionRequired, NoModerationChannel } from "../errors.ts";

export const report = endpoint.write({
  route: "POST /messages/:message_id/report",
  summary: "Report a message to the organization's moderators",
  description:
    "Any message that one may read, direct ones too. The notification bot writes into the channel that " +
    "`moderation_request_channel_id` names: who reported what of whom, and why, with the text of the message as it is now.",
  access: "user",
  limit: "reports",
  params: z.object({ message_id: int() }),
  input: z.object({
    report_type: choice("spam", "harassment", "inappropriate", "norms", "other"),
    description: text({ max: 1000 }).default("").describe("At most 1000 characters; required for `other`"),
  }),
  response: z.object({}),
  errors: [InvalidMessages, NoModerationChannel, DescriptionRequired],
  async handler(ctx, { params, input: { report_type: reason, description } }) {
    await reportMessage(ctx, params.message_id, { reason, description: description.trim() });
    return {};
  },
});
