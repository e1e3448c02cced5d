import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const groupsLock: AdvisoryLock = {
  name: "groups",
  advisory: 2,
  each: "organization",
  guards: "members, subgroups, and whether groups are deactivated; shared by readers, exclusive for changes",
  acquiredBy: ["lockGroups", "lockGroupsShared"],
  reason:
    "nearly all permissions depend on groups, so these must not change while the transaction acquires other locks",
};
