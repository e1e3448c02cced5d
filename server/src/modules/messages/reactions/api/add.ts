import { z } from "zod";
import { ReactionType } from "@parlance/contract/entities/emoji.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { emojiErrors } from "#modules/organizations/emoji/errors.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { addReaction } from "../actions/add-reaction.ts";
import { ReactionAlreadyExists } from "../errors.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const add = endpoint.write({
  route: "POST /messages/:message_id/reactions",
  summary: "Add a reaction",
  description:
    "The caller must be able to read the message, and its channel must not be archived. If the message already " +
    "has a reaction with the same emoji, the new one takes the same name, and the emoji may since have been " +
    "deactivated. If the caller had not received the message, it is added to the caller's messages with the " +
    "flag `historical`.",
  access: "user",
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  input: z.object({
    emoji_name: text().describe("Name of the emoji; identifies it if `emoji_code` or `reaction_type` is omitted."),
    emoji_code: text().optional().describe("Code of the emoji."),
    // The handler validates the value, so that errors in the message id are reported first.
    reaction_type: text().meta({ enum: ReactionType.options }).optional().describe("Namespace of `emoji_code`."),
  }),
  response: z.object({}),
  errors: [InvalidMessages, ReactionAlreadyExists, ...emojiErrors],
  async handler(ctx, { params, input }) {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await addReaction(ctx, params.message_id, { name, code, type });
    return {};
  },
});
