import { defineError } from "@parlance/kernel/base/errors.ts";
import { emojiErrors } from "#modules/organizations/emoji/errors.ts";

export const NoNewValues = defineError({ text: "Client did not pass any new values." });
export const EmojiNameMissing = defineError({
  text: "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
});
export const BotsHaveNoPresence = defineError({ text: "Presence is not supported for bot users." });

/** Errors about a status. */
export const statusErrors = [NoNewValues, EmojiNameMissing, BotsHaveNoPresence, ...emojiErrors] as const;
