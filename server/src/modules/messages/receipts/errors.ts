import { defineError } from "@parlance/kernel/base/errors.ts";

export const ReadReceiptsDisabled = defineError({ text: "Read receipts are disabled in this organization." });
