import { z } from "zod";
import { integerChoice } from "@parlance/contract/entities/scalars.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, choice, jsonOrText, requiredOfMost, text } from "#kernel/http/params.ts";
import {
  ChannelDoesNotExist,
  ChannelIdDoesNotExist,
  NoPermissionToPost,
  NotAuthorizedToSend,
} from "#modules/channels/core/errors.ts";
import { sendOutgoing } from "../actions/send-outgoing.ts";
import { askAhead } from "../asked-ahead.ts";
import { sendingErrors } from "../errors.ts";
import { prepareOutgoing } from "../outgoing.ts";

/** The longest name that a client may give to its queue and its message, in characters: both are stored with the event. */
const MAX_ECHO = 100;

const to = z.union([z.string(), z.int(), z.array(z.string()), z.array(z.int()).min(1)]);

export const send = endpoint.group({
  route: "POST /messages",
  summary: "Send a message",
  description:
    "To a topic of a channel, or to people directly. With an `Idempotency-Key` header (1 to 255 visible ASCII " +
    "characters, of the client's choice) a request can be repeated safely: the same key returns the first answer and " +
    "sends nothing twice, for at least a day. Another request with the same key is refused. A text that begins with " +
    "`/poll` and a question, or `/todo` and a title, also begins a widget with an item for each further line.",
  access: "user",
  allowsIncomingWebhooks: true,
  input: z.object({
    type: choice("direct", "channel", "stream", "private"),
    to: requiredOfMost(jsonOrText(to)).describe(
      "A channel by id or name; or users by id or e-mail address. Only bots whose owners set one may leave it out",
    ),
    content: text({ allowUnstorable: true }).describe("Markdown; cut at 10,000 characters"),
    topic: text({ allowUnstorable: true }).optional().describe("For channel messages; cut at 60 characters"),
    queue_id: text({ max: MAX_ECHO })
      .optional()
      .describe("The event queue in which the message shall carry `local_id`"),
    local_id: text({ max: MAX_ECHO }).optional().describe("What the client calls the message until it knows the id"),
    read_by_sender: bool().optional().describe("By default true for programs that people write with"),
  }),
  aliases: { topic: ["subject"] },
  response: z.object({
    id: z.int(),
    automatic_new_visibility_policy: integerChoice([visibilityPolicies.unmuted, visibilityPolicies.followed])
      .optional()
      .describe("2 unmuted, 3 followed: what the topic became for the sender through this message"),
  }),
  errors: [...sendingErrors, ChannelDoesNotExist, ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend],
  prepare: (ctx, { input }) => prepareOutgoing(ctx, input),
  ahead: askAhead,
  commit: sendOutgoing,
});
