import { defineError } from "#kernel/errors.ts";
import { worded } from "#modules/4-channels/channels/errors.ts";

export const TooManyExports = defineError({ text: "Exceeded rate limit." });
export const TooMuchToExport = worded<string>(
  (address) => `Please request a manual export from ${address}.`,
  "{address}",
);
export const InvalidExport = defineError({ text: "Invalid data export ID" });
export const ExportDeleted = defineError({ text: "Export already deleted" });
export const ExportFailed = defineError({ text: "Export failed, nothing to delete" });
export const ExportPending = defineError({ text: "Export still in progress" });
