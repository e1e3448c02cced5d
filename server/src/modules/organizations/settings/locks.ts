import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const domainsLock: LockKind = {
  name: "domains",
  rows: ["realm_domain"],
  each: "domain",
  guards: "whether its subdomains are allowed",
  acquiredBy: ["changeDomain"],
  reason: "the removal of the last domain locks the organization first",
};
