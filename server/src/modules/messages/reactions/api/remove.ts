import { z } from "zod";
import { ReactionType } from "@parlance/contract/entities/emoji.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { NoSuchEmoji } from "#modules/organizations/emoji/errors.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { removeReaction } from "../actions/remove-reaction.ts";
import { EmojiNotNamed, ReactionDoesNotExist } from "../errors.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /messages/:message_id/reactions",
  summary: "Remove a reaction",
  description:
    "Removes the caller's own reaction. The caller must be able to read the message, and its channel must not " +
    "be archived.",
  access: "user",
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  input: z.object({
    emoji_name: text().optional().describe("Any name of the emoji; required if `emoji_code` is omitted."),
    emoji_code: text().optional().describe("Code of the emoji; if given, it identifies the reaction."),
    reaction_type: text().meta({ enum: ReactionType.options }).optional().describe("Namespace of `emoji_code`."),
  }),
  response: z.object({}),
  errors: [InvalidMessages, EmojiNotNamed, NoSuchEmoji, ReactionDoesNotExist],
  async handler(ctx, { params, input }) {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await removeReaction(ctx, params.message_id, { name, code, type });
    return {};
  },
});
