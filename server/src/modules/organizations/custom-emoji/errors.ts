import { defineError } from "@parlance/kernel/base/errors.ts";

export const OneFileExpected = defineError({ text: "You must upload exactly one file." });
export const InvalidEmojiNameEnding = defineError({ text: "Emoji names must end with either a letter or digit." });
export const InvalidEmojiNameCharacters = defineError({
  text: "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
});
export const EmojiNameInUse = defineError({ text: "A custom emoji with this name already exists." });
export const BuiltInEmoji = defineError({ text: "Only administrators can override default emoji." });
export const NotEmojiAuthor = defineError({ text: "Must be an organization administrator or emoji author" });
/** Thrown if the URL names no active emoji. */
export const EmojiNotFound = defineError({
  status: 404,
  text: ({ emoji_name }: { emoji_name: string }) => `Emoji '${emoji_name}' does not exist`,
});
