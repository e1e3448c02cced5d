import { z } from "zod";
import { ReactionType } from "@parlance/contract/entities/emoji.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import { NoSuchEmoji } from "#modules/organizations/emoji/errors.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { removeReaction } from "../actions/remove-reaction.ts";
import { EmojiNotNamed, ReactionDoesNotExist } from "../errors.ts";

export const remove = endpoint.write({
  route: "DELETE /messages/:message_id/reactions",
  summary: "Take a reaction back",
  description: "One's own, from a message that one may read and that is not in an archived channel.",
  access: "user",
  params: z.object({ message_id: int() }),
  input: z.object({
    emoji_name: text().optional().describe("Any name of the emoji; needed where `emoji_code` is left out"),
    emoji_code: text().optional().describe("Where it is given, it says which reaction is meant"),
    reaction_type: text().meta({ enum: ReactionType.options }).optional(),
  }),
  response: z.object({}),
  errors: [InvalidMessages, EmojiNotNamed, NoSuchEmoji, ReactionDoesNotExist],
  async handler(ctx, { params, input }) {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await removeReaction(ctx, params.message_id, { name, code, type });
    return {};
  },
});
