import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordGroupChanges } from "../groups-snapshot.ts";
import { GroupNameInUse } from "../errors.ts";
import { groupKey } from "../group-names.ts";
import type { NamedGroup } from "../policy.ts";

interface NewGroup {
  readonly realmId: number;
  readonly name: string;
  readonly description: string;
  /** Id of the user who creates the group. `null` if it is not created by a user of the organization. */
  readonly creatorId: number | null;
  readonly now: Date;
}

/**
 * Inserts a group without members. Emits no events for clients.
 * @throws GroupNameInUse
 */
export async function insertGroup(tx: Tx, group: NewGroup): Promise<NamedGroup> {
  const { realmId, name, description, creatorId, now } = group;
  const row: Row<"user_group"> | undefined = await tx
    .insertInto("user_group")
    .values({
      realm_id: realmId,
      name,
      name_key: groupKey(name),
      description,
      creator_id: creatorId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["realm_id", "name_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new GroupNameInUse({ group_name: name });
  recordGroupChanges(tx, realmId, [row.id]);
  return { ...row, name };
}
