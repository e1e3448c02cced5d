import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoFile = defineError({ text: "You must specify a file to upload" });
export const SeveralFiles = defineError({ text: "You may only upload one file at a time" });
export const QuotaExceeded = defineError({
  code: "REALM_UPLOAD_QUOTA",
  text: "Upload would exceed your organization's upload quota.",
});
export const InvalidAttachment = defineError({ text: "Invalid attachment" });

export const FILE_NOT_FOUND_TEXT = "This file does not exist or has been deleted.";
export const FILE_ACCESS_DENIED_TEXT = "You are not authorized to view this file.";
export const NoSuchFile = defineError({ status: 404, text: FILE_NOT_FOUND_TEXT });
export const NotAuthorizedToView = defineError({ status: 403, text: FILE_ACCESS_DENIED_TEXT });

export const UnsupportedVersion = defineError({
  status: 412,
  text: "Only version 1.0.0 of the resumable upload protocol is supported",
});
export const InvalidUploadHeader = defineError({
  text: ({ header }: { header: string }) => `Invalid ${header} header`,
});
/** The announced size of a resumable upload exceeds the maximum file size. The protocol requires the status 413. */
export const UploadTooLarge = defineError({
  status: 413,
  text: ({ limit }: { limit: number }) => `Uploaded file is larger than the allowed limit of ${limit} MiB`,
});
export const TooManyUploads = defineError({
  text: ({ limit }: { limit: number }) =>
    `You have too many unfinished uploads (limit: ${limit}). Finish or cancel some of them first.`,
});
export const InvalidContentType = defineError({
  status: 415,
  text: "Content-Type must be application/offset+octet-stream",
});
export const NoSuchUpload = defineError({ status: 404, text: "Upload not found, or no longer available" });
export const OffsetMismatch = defineError({ status: 409, text: "The upload must continue at another offset" });
export const ChecksumMismatch = defineError({ status: 460, text: "The checksum does not match the content" });
