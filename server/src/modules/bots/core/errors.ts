import { defineError } from "@parlance/kernel/base/errors.ts";

/** Thrown for unknown ids, human users and system bots alike. The error does not reveal which of these applies. */
export const NoSuchBot = defineError({ text: "No such bot" });
