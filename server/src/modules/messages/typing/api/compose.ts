import { z } from "zod";
import type { Tell } from "#kernel/events/ephemeral.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { choice, int, json, text } from "#kernel/http/params.ts";
import { InvalidTopicCharacter } from "#modules/messages/conversations/errors.ts";
import { ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "#modules/channels/core/errors.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";
import { composing } from "../composing.ts";
import { composingErrors } from "../errors.ts";

/** As many as a message can be written to. */
const MOST_PEOPLE = 1000;

export const compose = (tell: Tell): Endpoint =>
  endpoint.read({
    route: "POST /typing",
    summary: "Say that one writes a message, or does not any more",
    description:
      "Those to whom it is to go hear of it at once, or not at all: nothing of it is kept, and nothing says that somebody " +
      "has stopped but this. Nobody hears of it in channels and conversations of more than 100 people.",
    access: "user",
    // Up to a hundred people hear of it.
    cost: 0.5,
    input: z.object({
      type: choice("direct", "stream", "channel").default("direct"),
      op: choice("start", "stop"),
      to: json(z.array(z.int()).max(MOST_PEOPLE)).optional().describe("Ids of users, for direct messages"),
      stream_id: int().optional().describe("For messages to a channel"),
      topic: text({ allowUnstorable: true }).optional().describe("For messages to a channel; cut at 60 characters"),
    }),
    response: z.object({}),
    errors: [
      ...composingErrors,
      InvalidUserId,
      InvalidTopicCharacter,
      ChannelIdDoesNotExist,
      NoPermissionToPost,
      NotAuthorizedToSend,
    ],
    async handler(ctx, { input }) {
      const event = await composing(ctx, input);
      if (event) tell(event);
      return {};
    },
  });
