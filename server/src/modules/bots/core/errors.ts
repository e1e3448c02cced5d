import { defineError } from "@parlance/kernel/base/errors.ts";

/** Said alike of what does not exist, of people, and of the server's own bots. */
export const NoSuchBot = defineError({ text: "No such bot" });
