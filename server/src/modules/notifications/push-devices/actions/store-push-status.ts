import { sql } from "kysely";
import type { Tx, Database } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { realmChanged } from "#modules/organizations/core/events.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordPushStatusChange } from "../push-status-snapshot.ts";
import { loadPushStatus } from "../queries.ts";
import type { PushStatus, DeliveryReport } from "../relay/delivery-report.ts";
import { isDisallowed } from "../relay/relay-failure.ts";

const NO_PUSH_STATUS: PushStatus = { canPush: false, endsAt: null };

/**
 * Sends a request to the relay, and stores the organization's push status from the response. Throws the errors of
 * `send`.
 */
export async function withPushStatusUpdate<Phone>(
  db: Database,
  realmId: number,
  send: () => Promise<DeliveryReport<Phone>>,
): Promise<DeliveryReport<Phone>> {
  try {
    const report = await send();
    if (report.status) await updatePushStatus(db, realmId, report.status);
    return report;
  } catch (error) {
    if (isDisallowed(error)) await updatePushStatus(db, realmId, NO_PUSH_STATUS);
    throw error;
  }
}

/** Stores a push status if it has changed, which is rare. */
async function updatePushStatus(db: Database, realmId: number, status: PushStatus): Promise<void> {
  const before = await loadPushStatus(db.reader, realmId);
  if (before.canPush === status.canPush && before.endsAt === status.endsAt) return;
  await db.write((tx) => storePushStatus(tx, realmId, status));
}

/** Stores the relay's push status for an organization. If it has changed, notifies all its users. */
async function storePushStatus(tx: Tx, realmId: number, { canPush, endsAt }: PushStatus): Promise<void> {
  // The lock makes a concurrent transaction wait and then see the new status.
  await lockRealm(tx, realmId);
  const before = await loadPushStatus(tx, realmId);
  await sql`
    insert into push_status (realm_id, can_push, ends_at) values (${realmId}, ${canPush}, ${endsAt})
    on conflict (realm_id) do update set can_push = excluded.can_push, ends_at = excluded.ends_at`.execute(tx);
  recordPushStatusChange(tx, realmId);
  if (before.canPush !== canPush) emit(tx, toEveryone(realmId), realmChanged("push_notifications_enabled", canPush));
  if (before.endsAt !== endsAt) {
    emit(tx, toEveryone(realmId), realmChanged("push_notifications_enabled_end_timestamp", endsAt));
  }
}
