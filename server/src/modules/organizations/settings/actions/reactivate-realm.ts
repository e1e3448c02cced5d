import { endAllSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { closeAllQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { OrganizationIsActive } from "../errors.ts";

/**
 * Reactivates an organization. Passwords and API keys work as before; browsers must log in again. Clients must register
 * again, because their event queues are deleted. Only the server's operator can do this.
 * @throws OrganizationIsActive
 */
export async function reactivateRealm(tx: Tx, realmId: number, now: Date): Promise<void> {
  const { deactivated_at: since } = await lockRealm(tx, realmId);
  if (since === null) throw new OrganizationIsActive();
  await storeRealm(tx, realmId, { deactivatedAt: null });
  // A login that was in progress during the deactivation may have created a session afterwards.
  await endAllSessions(tx, realmId);
  await closeAllQueues(tx, realmId);
  await recordAct(tx, { realmId, actorId: null, act: "realm.reactivated", targetId: realmId, now });
}
