import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { toEveryone } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import { realmChanged } from "#modules/organizations/core/events.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { pushStatusOf } from "../queries.ts";
import type { PushStatus } from "../relay/delivery-report.ts";

/** Keeps what the relay does for an organization, and tells everybody in it where that is something else than before. */
export async function keepPushStatus(tx: Tx, realmId: number, { canPush, endsAt }: PushStatus): Promise<void> {
  // Whoever comes second sees what the first one wrote.
  await lockRealm(tx, realmId);
  const before = await pushStatusOf(tx, realmId);
  await sql`
    insert into push_status (realm_id, can_push, ends_at) values (${realmId}, ${canPush}, ${endsAt})
    on conflict (realm_id) do update set can_push = excluded.can_push, ends_at = excluded.ends_at`.execute(tx);
  if (before.canPush !== canPush) emit(tx, toEveryone(realmId), realmChanged("push_notifications_enabled", canPush));
  if (before.endsAt !== endsAt) {
    emit(tx, toEveryone(realmId), realmChanged("push_notifications_enabled_end_timestamp", endsAt));
  }
}
