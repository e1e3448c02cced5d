import { defineError } from "@parlance/kernel/base/errors.ts";
import { MAX_ALERT_WORDS_PER_USER } from "./word-matching.ts";

export const TooManyAlertWords = defineError({ text: `Too many alert words (limit: ${MAX_ALERT_WORDS_PER_USER})` });
