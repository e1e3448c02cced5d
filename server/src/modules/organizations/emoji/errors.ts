import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoSuchEmoji = defineError({
  text: ({ emoji_name }: { emoji_name: string }) => `Emoji '${emoji_name}' does not exist`,
});
export const InvalidCustomEmoji = defineError({ text: "Invalid custom emoji." });
export const InvalidCustomEmojiName = defineError({ text: "Invalid custom emoji name." });
export const CustomEmojiDeactivated = defineError({ text: "This custom emoji has been deactivated." });
export const InvalidEmojiCode = defineError({ text: "Invalid emoji code." });
export const InvalidEmojiName = defineError({ text: "Invalid emoji name." });
export const InvalidEmojiType = defineError({ text: "Invalid emoji type." });

/** Errors about an emoji that a client names. */
export const emojiErrors = [
  NoSuchEmoji,
  InvalidCustomEmoji,
  InvalidCustomEmojiName,
  CustomEmojiDeactivated,
  InvalidEmojiCode,
  InvalidEmojiName,
  InvalidEmojiType,
] as const;
