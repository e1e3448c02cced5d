import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const resumableUploadsLock: LockKind = {
  name: "resumable_uploads",
  rows: ["resumable_upload"],
  each: "unfinished upload, in the order of organizations",
  guards: "how far it has come, and what it takes of the organization's upload space",
  acquiredBy: ["lockUpload", "releaseIdleReservations"],
  reason:
    "the upload that becomes a file has the position by then; the organization's upload space is changed under it",
};
