import { z } from "zod";

export const ReactionType = z
  .enum(["unicode_emoji", "realm_emoji", "service_extra_emoji"])
  .describe("Namespace of `emoji_code`: Unicode, the organization's own emoji, or emoji built into the server");
export type ReactionType = z.infer<typeof ReactionType>;

/** Names one emoji; the code counts, the name is how it was called. */
export const EmojiReference = z.strictObject({
  emoji_name: z.string(),
  emoji_code: z
    .string()
    .describe("Code points in hex joined by dashes, the id of a custom emoji, or the name of a built-in one"),
  reaction_type: ReactionType,
});
export type EmojiReference = z.infer<typeof EmojiReference>;
