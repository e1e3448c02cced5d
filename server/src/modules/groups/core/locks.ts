import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const groupsLock: AdvisoryLock = {
  name: "groups",
  advisory: 2,
  each: "organization",
  guards:
    "who is in which group, what is within what, and which groups are in use; many may hold it, one may change it",
  acquiredBy: ["lockGroups", "lockGroupsShared"],
  reason: "groups say who may do nearly all else, so what they say must not change under what is locked next",
};
