import { z } from "zod";
import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { MessageEditingDisabled, EditTimeLimitExceeded, CannotEditMessage } from "#modules/messages/edits/errors.ts";
import { ChannelTypingDisabled, DirectTypingDisabled } from "../errors.ts";
import { createEditTypingEvent } from "../edit-typing-event.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const edit = (publish: PublishEphemeral): Endpoint =>
  endpoint.read({
    route: "POST /messages/:message_id/typing",
    summary: "Set your typing status while editing",
    description: "Notifies the users who received the message immediately and stores nothing.",
    access: "user",
    // Higher than usual, because up to a hundred users receive the event.
    cost: 0.5,
    params: z.object({ message_id: messageId().describe("Id of the message.") }),
    input: z.object({ op: choice("start", "stop").describe("Whether the user started or stopped typing.") }),
    response: z.object({}),
    errors: [
      InvalidMessages,
      MessageEditingDisabled,
      CannotEditMessage,
      EditTimeLimitExceeded,
      DirectTypingDisabled,
      ChannelTypingDisabled,
    ],
    async handler(ctx, { params, input }) {
      const event = await createEditTypingEvent(ctx, input.op, params.message_id);
      if (event) publish(event);
      return {};
    },
  });
