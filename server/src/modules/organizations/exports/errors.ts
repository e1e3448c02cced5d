import { defineError } from "@parlance/kernel/base/errors.ts";

export const TooManyExports = defineError({ text: "Exceeded rate limit." });
export const TooMuchToExport = defineError({
  text: ({ address }: { address: string }) => `Please request a manual export from ${address}.`,
});
export const InvalidExport = defineError({ text: "Invalid data export ID" });
export const ExportDeleted = defineError({ text: "Export already deleted" });
export const ExportFailed = defineError({ text: "Export failed, nothing to delete" });
export const ExportPending = defineError({ text: "Export still in progress" });
