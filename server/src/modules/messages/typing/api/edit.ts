import { z } from "zod";
import type { Tell } from "#kernel/events/ephemeral.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { choice, int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { EditingTurnedOff, EditTimeOver, MayNotEdit } from "#modules/messages/edits/errors.ts";
import { editing } from "../editing.ts";
import { ChannelTypingDisabled, DirectTypingDisabled } from "../errors.ts";

export const edit = (tell: Tell): Endpoint =>
  endpoint.read({
    route: "POST /messages/:message_id/typing",
    summary: "Say that one edits a message, or does not any more",
    description: "As with new messages: those who have the message hear of it at once, or not at all.",
    access: "user",
    // Up to a hundred people hear of it.
    cost: 0.5,
    params: z.object({ message_id: int() }),
    input: z.object({ op: choice("start", "stop") }),
    response: z.object({}),
    errors: [InvalidMessages, EditingTurnedOff, MayNotEdit, EditTimeOver, DirectTypingDisabled, ChannelTypingDisabled],
    async handler(ctx, { params, input }) {
      const event = await editing(ctx, input.op, params.message_id);
      if (event) tell(event);
      return {};
    },
  });
