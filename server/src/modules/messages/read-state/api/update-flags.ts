import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { changeFlags } from "../actions/flags/change-flags.ts";
import {
  flagChangeErrors,
  flagChangeInput,
  flagChangeResponse,
  parseFlagChange,
  ignoredChannelsResponse,
} from "../flags/flag-change-parameters.ts";
import { messageIds } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_MESSAGES = 10_000;

export const updateFlags = endpoint.write({
  route: "POST /messages/flags",
  summary: "Update personal flags of messages",
  description:
    "Adds or removes a flag on all given messages, or on none if the caller cannot read one of them. Messages " +
    "that the caller never received count as read; marking them as read changes nothing, even if the caller " +
    "cannot read them. Messages can be marked as unread only in channels that the caller is subscribed to; " +
    "others stay unchanged.",
  access: "user",
  input: z.object({
    messages: messageIds({ max: MAX_MESSAGES }).describe("At most 10,000 message ids."),
    ...flagChangeInput,
  }),
  response: z.object({ messages: z.array(z.int()).describe("The ids from the request."), ...flagChangeResponse }),
  errors: flagChangeErrors,
  async handler(ctx, { input }) {
    const change = parseFlagChange(input);
    const changed = await changeFlags(ctx, change, input.messages);
    return { messages: input.messages, ...ignoredChannelsResponse(change, changed) };
  },
});
