import { defineError } from "@parlance/kernel/base/errors.ts";

/** Maximum number of characters that a bot may store in keys and values together. */
export const MAX_STORAGE_CHARACTERS = 10_000_000;

export const BotsOnly = defineError({ text: "This endpoint only accepts bot requests." });
export const KeyDoesNotExist = defineError({ text: "Key does not exist." });
export const StorageFull = defineError({
  text: ({ excess }: { excess: number }) =>
    `Request exceeds storage limit by ${excess} characters. The limit is ${MAX_STORAGE_CHARACTERS} characters.`,
});
