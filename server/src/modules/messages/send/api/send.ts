import { z } from "zod";
import { integerChoice } from "@parlance/contract/entities/scalars.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, choice, jsonOrText, usuallyRequired, text } from "@parlance/kernel/http/params.ts";
import {
  ChannelDoesNotExist,
  ChannelIdDoesNotExist,
  NoPermissionToPost,
  NotAuthorizedToSend,
} from "#modules/channels/core/errors.ts";
import { sendOutgoingMessages } from "../actions/send-outgoing-messages.ts";
import { preloadSend } from "../context/send-preload.ts";
import { sendErrors } from "#modules/messages/core/errors.ts";
import { prepareOutgoingRequest } from "../outgoing-message.ts";
import { identifies, messageContent } from "#modules/platform/parameters/identifying-parameters.ts";
import { echoParameters } from "../echo-parameters.ts";

const to = identifies(z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int()).min(1)]), "user", "channel");

export const send = endpoint.write({
  route: "POST /messages",
  summary: "Send a message",
  description:
    "Sends a message to a topic of a channel, or to users as a direct message. Requests with an " +
    "`Idempotency-Key` header (1 to 255 visible ASCII characters chosen by the client) can be retried safely " +
    "for at least a day: a repeated request returns the first response and sends nothing. A different request " +
    "with the same key fails. Content that starts with `/poll` and a question, or `/todo` and a title, also " +
    "creates a widget, with one item per further line.",
  access: "user",
  allowsIncomingWebhooks: true,
  input: z.object({
    type: choice("direct", "channel", "stream", "private").describe("`stream` and `private` are older names."),
    to: usuallyRequired(jsonOrText(to)).describe(
      "Channel id or name, or user ids or email addresses. Only bots with a default channel may omit it.",
    ),
    content: messageContent().describe("Markdown source, truncated to 10,000 characters."),
    topic: text({ allowUnstorable: true }).optional().describe("For channel messages; truncated to 60 characters."),
    ...echoParameters,
    read_by_sender: bool()
      .optional()
      .describe("Whether the sender has read it; defaults to true for interactive clients."),
  }),
  aliases: { topic: ["subject"] },
  response: z.object({
    id: z.int(),
    automatic_new_visibility_policy: integerChoice([visibilityPolicies.unmuted, visibilityPolicies.followed])
      .optional()
      .describe("Visibility policy that this message gave the topic for the sender: 2 unmuted, 3 followed."),
  }),
  errors: [...sendErrors, ChannelDoesNotExist, ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend],
  prepare: (ctx, { input }) => prepareOutgoingRequest(ctx, input),
  prefetch: preloadSend,
  commit: sendOutgoingMessages,
});
