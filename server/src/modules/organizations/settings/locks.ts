import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const domainsLock: LockKind = {
  name: "domains",
  rows: ["realm_domain"],
  each: "domain",
  guards: "whether its subdomains count",
  acquiredBy: ["changeDomain"],
  reason: "who removes the last one locks the organization first",
};
