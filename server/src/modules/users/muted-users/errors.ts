import { defineError } from "@parlance/kernel/base/errors.ts";

export const CannotMuteSelf = defineError({ text: "Cannot mute self" });
export const AlreadyMuted = defineError({ text: "User already muted" });
export const NotMuted = defineError({ text: "User is not muted" });
