import { defineError } from "@parlance/kernel/base/errors.ts";

export const ReactionAlreadyExists = defineError({
  code: "REACTION_ALREADY_EXISTS",
  text: "Reaction already exists.",
});
export const ReactionDoesNotExist = defineError({
  code: "REACTION_DOES_NOT_EXIST",
  text: "Reaction doesn't exist.",
});
export const EmojiNotNamed = defineError({
  text: "At least one of the following arguments must be present: emoji_name, emoji_code",
});
