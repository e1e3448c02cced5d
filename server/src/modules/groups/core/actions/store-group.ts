import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordGroupChanges } from "../groups-snapshot.ts";
import { groupKey } from "../group-names.ts";

/** New properties of a group. Properties that are undefined stay unchanged. */
interface GroupChanges {
  readonly name?: string;
  readonly description?: string;
  readonly is_deactivated?: boolean;
}

/** Stores changes of a group, and updates organization snapshots. Emits no events for clients. */
export async function storeGroup(tx: Tx, id: number, changes: GroupChanges): Promise<void> {
  const { name } = changes;
  const { realm_id: realmId } = await tx
    .updateTable("user_group")
    .set({ ...changes, ...(name === undefined ? {} : { name_key: groupKey(name) }) })
    .where("id", "=", id)
    .returning("realm_id")
    .executeTakeFirstOrThrow();
  recordGroupChanges(tx, realmId, [id]);
}
