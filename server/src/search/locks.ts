import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const searchProgressLock: LockKind = {
  name: "search_progress",
  rows: ["search_progress"],
  each: "organization",
  guards: "how far search knows the messages: one process at a time goes on",
  acquiredBy: ["indexNextMessages", "reindexStaleMessages"],
  reason: "messages are locked under it; who finds it locked does not wait",
};
