import { sql } from "kysely";
import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";

interface DomainRow extends RealmDomain {
  readonly id: number;
}

/** Section of the organization snapshot with the email domains that new users may have. */
export const domains = createRowMapSection<DomainRow>({
  name: "domains",
  tables: ["realm_domain"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("realm_domain")
      .select(["id", "domain", "allow_subdomains"])
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  bytesPerRow: 200,
});

/** Returns the organization's email domains, in the order in which they were added. */
export const domainsIn = (snapshot: OrganizationSnapshot): RealmDomain[] =>
  [...snapshot.get(domains).values()]
    .sort((a, b) => a.id - b.id)
    .map(({ domain, allow_subdomains }) => ({ domain, allow_subdomains }));

/** Records that a domain has changed, so that snapshots are updated. */
export const recordDomainChange = (tx: Tx, realmId: number, id: number): void =>
  recordSnapshotChanges(tx, realmId, domains, [id]);
