import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { ASSUMED_PUSH_STATUS } from "./queries.ts";
import type { PushStatus } from "./relay/delivery-report.ts";

interface PushStatusRow extends PushStatus {
  readonly realm_id: number;
}

/** Section of the organization snapshot with the push relay's latest status for the organization. */
export const pushStatus = createRowMapSection<PushStatusRow>({
  name: "push_status",
  tables: ["push_status"],
  rows: async (db, realmId) => {
    const { rows } = await sql<PushStatusRow>`
      select realm_id, can_push as "canPush", ends_at as "endsAt" from push_status where realm_id = ${realmId}`.execute(
      db,
    );
    return rows;
  },
  keyOf: ({ realm_id }) => realm_id,
  bytesPerRow: 100,
});

/** Returns the push relay's latest status for the organization. */
export const pushStatusIn = (snapshot: OrganizationSnapshot): PushStatus =>
  snapshot.get(pushStatus).get(snapshot.realmId) ?? ASSUMED_PUSH_STATUS;

/** Records that the status has changed, so that snapshots are updated. */
export const recordPushStatusChange = (tx: Tx, realmId: number): void =>
  recordSnapshotChanges(tx, realmId, pushStatus, [realmId]);
