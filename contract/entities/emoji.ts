import { z } from "zod";

export const ReactionType = z
  .enum(["unicode_emoji", "realm_emoji", "service_extra_emoji"])
  .describe(
    "Namespace of `emoji_code`: Unicode emoji, custom emoji of the organization, or emoji built into the server.",
  );
export type ReactionType = z.infer<typeof ReactionType>;

/** An emoji. `emoji_code` identifies it; `emoji_name` is the name by which the user chose it. */
export const EmojiReference = z.strictObject({
  emoji_name: z.string(),
  emoji_code: z
    .string()
    .describe(
      "Unicode code points in hexadecimal, joined by dashes; the id of a custom emoji; or the name of a built-in " +
        "emoji.",
    ),
  reaction_type: ReactionType,
});
export type EmojiReference = z.infer<typeof EmojiReference>;
