import { endAllSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { closeAllQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { OrganizationIsActive } from "../errors.ts";

/**
 * Makes a deactivated organization active again: everybody's passwords and keys work as before; browsers have to sign in. Clients register anew, because
 * the last thing that their queues know is that it was deactivated. The server's operator does it.
 * @throws OrganizationIsActive
 */
export async function reactivateRealm(tx: Tx, realmId: number, now: Date): Promise<void> {
  const { deactivated_at: since } = await lockRealm(tx, realmId);
  if (since === null) throw new OrganizationIsActive();
  await storeRealm(tx, realmId, { deactivatedAt: null });
  // Who was signing in while it was deactivated may have come after all sessions had ended.
  await endAllSessions(tx, realmId);
  await closeAllQueues(tx, realmId);
  await recordAct(tx, { realmId, actorId: null, act: "realm.reactivated", targetId: realmId, now });
}
