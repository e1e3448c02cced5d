import { defineError } from "@parlance/kernel/base/errors.ts";

export const OneAvatarExpected = defineError({ text: "You must upload exactly one avatar." });
export const AvatarChangesDisabled = defineError({ text: "Avatar changes are disabled in this organization." });
