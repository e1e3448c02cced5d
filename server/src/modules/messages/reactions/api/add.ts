import { z } from "zod";
import { ReactionType } from "@parlance/contract/entities/emoji.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import { emojiErrors } from "#modules/organizations/emoji/errors.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { addReaction } from "../actions/add-reaction.ts";
import { ReactionAlreadyExists } from "../errors.ts";

export const add = endpoint.write({
  route: "POST /messages/:message_id/reactions",
  summary: "React to a message with an emoji",
  description:
    "To any message that one may read, unless its channel is archived. Where somebody has reacted to it with the same " +
    "emoji, the reaction gets the same name, and may be made with an emoji that was deactivated since. A message that " +
    "never came to the caller becomes one of the caller's own, with the flag `historical`.",
  access: "user",
  params: z.object({ message_id: int() }),
  input: z.object({
    emoji_name: text().describe("Where code or type are left out, it says which emoji is meant"),
    emoji_code: text().optional(),
    // Not checked here: what is wrong with the message is said first.
    reaction_type: text().meta({ enum: ReactionType.options }).optional(),
  }),
  response: z.object({}),
  errors: [InvalidMessages, ReactionAlreadyExists, ...emojiErrors],
  async handler(ctx, { params, input }) {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await addReaction(ctx, params.message_id, { name, code, type });
    return {};
  },
});
