import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const searchProgressLock: LockKind = {
  name: "search_progress",
  rows: ["search_progress"],
  each: "organization",
  guards: "the last indexed message: only one process at a time indexes messages",
  acquiredBy: ["indexNextMessages", "reindexStaleMessages"],
  reason: "messages are locked after it; a process that finds it locked does not wait",
};
