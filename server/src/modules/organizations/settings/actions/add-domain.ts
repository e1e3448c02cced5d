import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { parseDomainName } from "../domain-name.ts";
import { recordDomainChange } from "../domains-snapshot.ts";
import { DomainInUse } from "../errors.ts";
import { domainAdded } from "#modules/organizations/core/events.ts";

/** Allows email addresses of another domain. Throws InvalidDomain or DomainInUse. */
export async function addDomain(tx: Tx, { id, realmId }: Actor, wanted: RealmDomain, now: Date): Promise<void> {
  const added = { ...wanted, domain: parseDomainName(wanted.domain) };
  const row = await tx
    .insertInto("realm_domain")
    .values({ realm_id: realmId, ...added })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new DomainInUse({ domain: added.domain });
  recordDomainChange(tx, realmId, row.id);
  emit(tx, toEveryone(realmId), domainAdded(added));
  await recordAct(tx, { realmId, actorId: id, act: "domain.added", targetId: null, after: { ...added }, now });
}
