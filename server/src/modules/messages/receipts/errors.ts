import { defineError } from "#kernel/errors.ts";

export const ReadReceiptsDisabled = defineError({ text: "Read receipts are disabled in this organization." });
