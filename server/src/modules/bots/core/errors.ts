import { defineError } from "@parlance/kernel/base/errors.ts";

/** Thrown for unknown ids, for human users and for system bots, without saying which. */
export const NoSuchBot = defineError({ text: "No such bot" });
