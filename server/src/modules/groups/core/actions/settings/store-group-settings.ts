import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import {
  recordGroupChanges,
  recordGroupSettingChanges,
  recordMemberChanges,
} from "#modules/groups/core/groups-snapshot.ts";
import { groupSetting, type Scope } from "#modules/groups/core/settings/setting-declarations.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";
import type { GroupSettingIds } from "./resolve-group-settings.ts";

/**
 * Stores the values of settings, given as ids of groups. A value that equals the default is stored by deleting the row,
 * unless the default is the creator. Unnamed groups that are no longer the value of a setting are deleted. The caller
 * must have locked the organization, channel or group to which the settings belong.
 */
export async function storeGroupSettings<S extends Scope>(
  tx: Tx,
  target: { realmId: number; scope: S; scopeId: number },
  groups: GroupSettingIds<S>,
): Promise<void> {
  const settings = Object.entries(groups) as [string, number][];
  if (settings.length === 0) return;
  const system = await loadSystemGroups(tx, target.realmId);
  const isDefault = ([setting, groupId]: [string, number]) => {
    const { default: byDefault } = groupSetting(target.scope, setting);
    return byDefault !== "creator" && system[byDefault] === groupId;
  };
  const replaced = await remove(tx, target, settings);
  await insert(
    tx,
    target,
    settings.filter((setting) => !isDefault(setting)),
  );
  recordGroupSettingChanges(tx, target.realmId, target.scope, target.scopeId);
  if (replaced.length > 0) await deleteUnusedUnnamed(tx, target.realmId, replaced);
}

type Target = { scope: Scope; scopeId: number };

async function remove(tx: Tx, { scope, scopeId }: Target, settings: readonly [string, number][]): Promise<number[]> {
  const rows = await tx
    .deleteFrom("group_setting")
    .where("scope", "=", scope)
    .where("scope_id", "=", scopeId)
    .where(
      "setting",
      "in",
      settings.map(([setting]) => setting),
    )
    .returning("group_id")
    .execute();
  const used = new Set(settings.map(([, groupId]) => groupId));
  return rows.map(({ group_id }) => group_id).filter((id) => !used.has(id));
}

async function insert(tx: Tx, { scope, scopeId }: Target, settings: readonly [string, number][]): Promise<void> {
  if (settings.length === 0) return;
  await tx
    .insertInto("group_setting")
    .values(settings.map(([setting, group_id]) => ({ scope, scope_id: scopeId, setting, group_id })))
    .execute();
}

async function deleteUnusedUnnamed(tx: Tx, realmId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ group_id: number; user_id: number | null }>`
    with unused as (
      delete from user_group where id = any(${ids}::int[]) and name is null
        and not exists (select from group_setting where group_id = user_group.id)
      returning id
    )
    select unused.id as group_id, member.user_id
    from unused left join user_group_member member on member.group_id = unused.id`.execute(tx);
  recordGroupChanges(
    tx,
    realmId,
    rows.map(({ group_id }) => group_id),
  );
  recordMemberChanges(
    tx,
    realmId,
    rows.flatMap(({ group_id, user_id }) => (user_id === null ? [] : [{ group_id, user_id }])),
  );
}
