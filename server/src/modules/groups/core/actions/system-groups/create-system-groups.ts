import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { systemGroupDeclarations, systemGroupNames } from "#modules/groups/core/system-groups.ts";

/**
 * Creates the system groups of a new organization, without members. Each group after `role:owners` contains the
 * previous one as a subgroup.
 */
export async function createSystemGroups(tx: Tx, realmId: number, now: Date): Promise<void> {
  recordSnapshotReload(tx, realmId);
  const descriptions = systemGroupNames.map((name) => systemGroupDeclarations[name].description);
  const subgroups = systemGroupNames.map((name) => systemGroupDeclarations[name].subgroup);
  await sql`
    with plan as (
      select * from unnest(${systemGroupNames}::text[], ${descriptions}::text[], ${subgroups}::text[])
        with ordinality as plan(name, description, subgroup, ordinal)
    ), made as (
      insert into user_group (realm_id, name, name_key, description, is_system, created_at)
      select ${realmId}, name, name, description, true, ${now} from plan order by ordinal
      returning id, name
    )
    insert into user_group_subgroup (group_id, subgroup_id)
    select outside.id, inside.id
    from plan join made outside on outside.name = plan.name join made inside on inside.name = plan.subgroup`.execute(
    tx,
  );
}
