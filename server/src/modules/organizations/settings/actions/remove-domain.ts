import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { recordDomainChange } from "../domains-snapshot.ts";
import { NoSuchDomain } from "../errors.ts";
import { domainRemoved } from "#modules/organizations/core/events.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { loadRealmDomains } from "#modules/organizations/core/queries.ts";
import { changeRealm } from "./change-realm.ts";

/** Removes an allowed email domain. Removing the last one ends the restriction to domains. Throws NoSuchDomain. */
export async function removeDomain(tx: Tx, actor: Actor, name: string, now: Date): Promise<void> {
  const { id, realmId } = actor;
  const domain = name.toLowerCase();
  // The lock ensures that if two requests remove the last two domains, the second one sees that none is left.
  await lockRealm(tx, realmId);
  const row = await tx
    .deleteFrom("realm_domain")
    .where("realm_id", "=", realmId)
    .where("domain", "=", domain)
    .returning(["id", "domain", "allow_subdomains"])
    .executeTakeFirst();
  if (!row) throw new NoSuchDomain({ domain });
  const { id: domainId, ...removed } = row;
  recordDomainChange(tx, realmId, domainId);
  emit(tx, toEveryone(realmId), domainRemoved(domain));
  await recordAct(tx, { realmId, actorId: id, act: "domain.removed", targetId: null, before: removed, now });
  if ((await loadRealmDomains(tx, realmId)).length > 0) return;
  await changeRealm(tx, actor, { settings: { emails_restricted_to_domains: false }, permissions: {} }, now);
}
