import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { recordDomainChange } from "../domains-snapshot.ts";
import { NoSuchDomain } from "../errors.ts";
import { domainChanged } from "#modules/organizations/core/events.ts";

/** Sets whether a domain includes its subdomains. Throws NoSuchDomain. */
export async function changeDomain(tx: Tx, { id, realmId }: Actor, wanted: RealmDomain, now: Date): Promise<void> {
  const changed = { ...wanted, domain: wanted.domain.toLowerCase() };
  const row = await tx
    .selectFrom("realm_domain")
    .select(["id", "domain", "allow_subdomains"])
    .where("realm_id", "=", realmId)
    .where("domain", "=", changed.domain)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NoSuchDomain({ domain: changed.domain });
  const { id: domainId, ...before } = row;
  if (before.allow_subdomains === changed.allow_subdomains) return;
  await tx
    .updateTable("realm_domain")
    .set({ allow_subdomains: changed.allow_subdomains })
    .where("id", "=", domainId)
    .execute();
  recordDomainChange(tx, realmId, domainId);
  emit(tx, toEveryone(realmId), domainChanged(changed));
  const act = { realmId, actorId: id, act: "domain.changed", targetId: null, now } as const;
  await recordAct(tx, { ...act, before, after: { ...changed } });
}
