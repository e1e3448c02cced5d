import { z } from "zod";
import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { choice, int, text } from "@parlance/kernel/http/params.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "#modules/channels/core/errors.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";
import { typingErrors } from "../errors.ts";
import { createTypingEvent } from "../typing-event.ts";
import { identifies, userIds } from "#modules/platform/parameters/identifying-parameters.ts";

/** The maximum number of recipients of a message. */
const MAX_RECIPIENTS = 1000;

export const compose = (publish: PublishEphemeral): Endpoint =>
  endpoint.read({
    route: "POST /typing",
    summary: "Set your typing status",
    description:
      "Notifies the recipients immediately and stores nothing. Clients must report when the user stops typing; " +
      "the server does not. Nothing is sent in channels and conversations with more than 100 users.",
    access: "user",
    // Higher than usual, because up to a hundred users receive the event.
    cost: 0.5,
    input: z.object({
      type: choice("direct", "stream", "channel")
        .default("direct")
        .describe("Whether the message goes to a channel or to users; `stream` is an older name."),
      op: choice("start", "stop").describe("Whether the user started or stopped typing."),
      to: userIds({ max: MAX_RECIPIENTS }).optional().describe("User ids, for direct messages."),
      stream_id: identifies(int(), "channel").optional().describe("Channel id, for channel messages."),
      topic: text({ allowUnstorable: true })
        .optional()
        .describe("Topic, for channel messages; truncated to 60 characters."),
    }),
    response: z.object({}),
    errors: [
      ...typingErrors,
      InvalidUserId,
      InvalidTopicCharacter,
      ChannelIdDoesNotExist,
      NoPermissionToPost,
      NotAuthorizedToSend,
    ],
    async handler(ctx, { input }) {
      const event = await createTypingEvent(ctx, input);
      if (event) publish(event);
      return {};
    },
  });
