import { defineError } from "#kernel/errors.ts";
import { MAX_WORDS } from "./words.ts";

export const TooManyAlertWords = defineError({ text: `Too many alert words (limit: ${MAX_WORDS})` });
