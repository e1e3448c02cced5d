import { endAllSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { closeAllQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { formerSubdomainKey } from "#modules/organizations/core/hosts.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { SubdomainInUse } from "../errors.ts";
import { assertValidSubdomain } from "../realm-name-and-subdomain.ts";

interface RealmMove {
  readonly realmId: number;
  /** New subdomain of the server's host, or the empty string for the host itself. */
  readonly subdomain: string;
  readonly now: Date;
}

/**
 * Moves an organization to another address. The former address redirects to the new one until another organization uses
 * it. All clients must register again, because some data that they have, such as URLs of files, contains the former
 * address. Browsers must log in again, because their cookies are not valid at the new address. Only the server's
 * operator can do this.
 * @throws MalformedSubdomain, SubdomainInUse
 */
export async function moveRealm(tx: Tx, { realmId, subdomain, now }: RealmMove): Promise<void> {
  assertValidSubdomain(subdomain);
  const { subdomain: before } = await lockRealm(tx, realmId);
  const there = await tx.selectFrom("realm").select("id").where("subdomain", "=", subdomain).executeTakeFirst();
  if (there || before === null) throw new SubdomainInUse();
  await storeRealm(tx, realmId, { subdomain });
  await storeServerFact(tx, formerSubdomainKey(before), String(realmId), "replaced");
  await endAllSessions(tx, realmId);
  await closeAllQueues(tx, realmId);
  recordSnapshotReload(tx, realmId);
  const act = { realmId, actorId: null, act: "realm.moved", targetId: realmId } as const;
  await recordAct(tx, { ...act, before: { subdomain: before }, after: { subdomain }, now });
}
