import { defineError } from "#kernel/errors.ts";
import { MAX_WORDS } from "./word-matching.ts";

export const TooManyAlertWords = defineError({ text: `Too many alert words (limit: ${MAX_WORDS})` });
