import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { changeFlags } from "../actions/change-flags.ts";
import { changeErrors, changeInput, changeResponse, flagChange, ignoredChannels } from "../flag-input.ts";

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
    ...changeInput,
  }),
  response: z.object({ messages: z.array(z.int()).describe("As sent"), ...changeResponse }),
  errors: changeErrors,
  async handler(ctx, { input }) {
    const change = flagChange(input);
    const changed = await changeFlags(ctx, change, input.messages);
    return { messages: input.messages, ...ignoredChannels(change, changed) };
  },
});
