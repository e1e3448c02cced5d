import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoModerationChannel = defineError({
  text: "Moderation request channel must be specified to enable message reporting.",
});
export const DescriptionRequired = defineError({ text: "A description is required for reports of the type 'other'." });
