import { defineError } from "#kernel/errors.ts";

export const NoFile = defineError({ text: "You must specify a file to upload" });
export const SeveralFiles = defineError({ text: "You may only upload one file at a time" });
export const QuotaExceeded = defineError({
  code: "REALM_UPLOAD_QUOTA",
  text: "Upload would exceed your organization's upload quota.",
});
export const InvalidAttachment = defineError({ text: "Invalid attachment" });

export const GONE = "This file does not exist or has been deleted.";
export const NOT_ALLOWED = "You are not authorized to view this file.";
export const NoSuchFile = defineError({ status: 404, text: GONE });
export const NotAuthorizedToView = defineError({ status: 403, text: NOT_ALLOWED });
