import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordGroupChanges } from "#modules/groups/core/groups-snapshot.ts";
import {
  AlreadySubgroup,
  CircularSubgroups,
  InvalidSubgroup,
  NotSubgroup,
  UserGroupDeactivated,
} from "#modules/groups/core/errors.ts";
import { subgroupsAdded, subgroupsRemoved } from "#modules/groups/core/events.ts";
import { outerGroupsCte } from "#modules/groups/core/members/membership-sql.ts";
import { findNamedGroups } from "#modules/groups/core/queries.ts";
import type { NamedGroup } from "#modules/groups/core/policy.ts";

/**
 * Adds subgroups to a group, and sends an event to all users. Returns the ids of the added subgroups, ascending.
 * @throws InvalidSubgroup, UserGroupDeactivated, AlreadySubgroup, CircularSubgroups
 */
export async function addSubgroups(tx: Tx, group: NamedGroup, ids: readonly number[]): Promise<number[]> {
  const subgroups = await namedGroupsAmong(tx, group.realm_id, ids);
  if (subgroups.some(({ is_deactivated }) => is_deactivated)) throw new UserGroupDeactivated();
  const nested = await directSubgroupsAmong(tx, group.id, ids);
  const already = ids.find((id) => nested.has(id));
  if (already !== undefined) throw new AlreadySubgroup({ user_group_id: already });
  if (await isWithinOne(tx, group.id, ids)) throw new CircularSubgroups({ user_group_id: group.id });
  const subgroupIds = subgroups.map(({ id }) => id);
  await sql`
    insert into user_group_subgroup (group_id, subgroup_id)
    select ${group.id}, id from unnest(${subgroupIds}::int[]) as joining(id)`.execute(tx);
  recordGroupChanges(tx, group.realm_id, [group.id]);
  emit(tx, toEveryone(group.realm_id), subgroupsAdded(group, subgroupIds));
  return subgroupIds;
}

/**
 * Removes subgroups from a group, and sends an event to all users. Returns the ids of the removed subgroups, ascending.
 * @throws InvalidSubgroup, NotSubgroup
 */
export async function removeSubgroups(tx: Tx, group: NamedGroup, ids: readonly number[]): Promise<number[]> {
  const subgroups = await namedGroupsAmong(tx, group.realm_id, ids);
  const nested = await directSubgroupsAmong(tx, group.id, ids);
  const absent = ids.find((id) => !nested.has(id));
  if (absent !== undefined) throw new NotSubgroup({ user_group_id: absent });
  const subgroupIds = subgroups.map(({ id }) => id);
  await tx
    .deleteFrom("user_group_subgroup")
    .where("group_id", "=", group.id)
    .where("subgroup_id", "=", sql<number>`any(${subgroupIds}::int[])`)
    .execute();
  recordGroupChanges(tx, group.realm_id, [group.id]);
  emit(tx, toEveryone(group.realm_id), subgroupsRemoved(group, subgroupIds));
  return subgroupIds;
}

async function namedGroupsAmong(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<Pick<Row<"user_group">, "id" | "is_deactivated">[]> {
  const groups = await findNamedGroups(tx, realmId, ids);
  const found = new Set(groups.map(({ id }) => id));
  const unknownId = ids.find((id) => !found.has(id));
  if (unknownId !== undefined) throw new InvalidSubgroup({ user_group_id: unknownId });
  return groups;
}

async function directSubgroupsAmong(tx: Tx, groupId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("user_group_subgroup")
    .select("subgroup_id")
    .where("group_id", "=", groupId)
    .where("subgroup_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ subgroup_id }) => subgroup_id));
}

/** True if the group is one of `ids`, or is contained in one of these groups, directly or indirectly. */
async function isWithinOne(tx: Tx, groupId: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    with recursive ${outerGroupsCte(sql`array[${groupId}]::int[]`)}
    select from outer_group where group_id = any(${ids}::int[]) limit 1`.execute(tx);
  return rows.length > 0;
}
