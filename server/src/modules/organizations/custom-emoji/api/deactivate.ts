import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { deactivateEmoji } from "../actions/deactivate-emoji.ts";
import { EmojiNotFound, NotEmojiAuthor } from "../errors.ts";
import { MAX_EMOJI_NAME_LENGTH } from "../emoji-names.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const deactivate = endpoint.write({
  route: "DELETE /realm/emoji/:emoji_name",
  summary: "Deactivate a custom emoji",
  description:
    "Only administrators and the user who added the emoji may call it. Existing messages and reactions keep the " +
    "emoji.",
  access: "member",
  humansOnly: true,
  params: z.object({
    emoji_name: identifies(text({ min: 1, max: MAX_EMOJI_NAME_LENGTH }), "emoji").describe("Name of the emoji."),
  }),
  response: z.object({}),
  errors: [EmojiNotFound, NotEmojiAuthor],
  async handler(ctx, { params }) {
    await deactivateEmoji(ctx, params.emoji_name);
    return {};
  },
});
