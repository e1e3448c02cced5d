import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const resumableUploadsLock: LockKind = {
  name: "resumable_uploads",
  rows: ["resumable_upload"],
  each: "unfinished upload, in the order of organizations",
  guards: "the received bytes, and the space reserved in the organization's quota",
  acquiredBy: ["lockUpload", "releaseIdleReservations"],
  reason: "a completed upload has locked the position by then; the organization's used space is changed after it",
};
