import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json, text } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/errors.ts";
import { changeFlags } from "../actions/change-flags.ts";
import { FlagNotEditable, InvalidFlag, InvalidFlagOperation } from "../errors.ts";
import { editableFlag, flagOperation } from "../flag-input.ts";

const MAX_MESSAGES = 10_000;

export const updateFlags = endpoint.write({
  route: "POST /messages/flags",
  summary: "Add a personal flag to messages, or take it away",
  description:
    "All messages or, if one of them may not be read, none. Messages that the caller never received count as read: " +
    "to mark them as read changes nothing, whether they may be read or not. Only in channels that the caller is " +
    "subscribed to can messages be unread; others are left as they are.",
  access: "user",
  input: z.object({
    messages: json(z.array(z.int()).max(MAX_MESSAGES)).describe("Message ids, at most 10,000"),
    // Not a choice: what is no operation is refused in words of its own.
    op: text().meta({ enum: ["add", "remove"] }),
    flag: text().describe("`read`, `starred` or `collapsed`"),
  }),
  response: z.object({
    messages: z.array(z.int()).describe("As sent"),
    ignored_because_not_subscribed_channels: z
      .array(z.int())
      .optional()
      .describe("Channels whose messages could not become unread; only if `read` was to be taken away"),
  }),
  errors: [InvalidFlag, FlagNotEditable, InvalidFlagOperation, InvalidMessages],
  async handler(ctx, { input }) {
    const flag = editableFlag(input.flag);
    const op = flagOperation(input.op);
    const { ignoredChannelIds } = await changeFlags(ctx, { op, flag, messageIds: input.messages });
    const isMarkingUnread = flag === "read" && op === "remove";
    return {
      messages: input.messages,
      ignored_because_not_subscribed_channels: isMarkingUnread ? [...ignoredChannelIds] : undefined,
    };
  },
});
