import { defineError } from "@parlance/kernel/base/errors.ts";

export const OneIconExpected = defineError({ text: "You must upload exactly one icon." });
export const OneLogoExpected = defineError({ text: "You must upload exactly one logo." });
