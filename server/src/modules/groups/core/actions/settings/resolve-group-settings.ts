import { sql } from "kysely";
import type { GroupSettingValue, UnnamedGroup } from "@parlance/contract/entities/group-setting.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordGroupChanges, recordMemberChanges } from "#modules/groups/core/groups-snapshot.ts";
import {
  GroupNotAllowed,
  InvalidMember,
  InvalidSubgroup,
  InvalidUserGroup,
  SystemGroupRequired,
  UserGroupDeactivated,
} from "#modules/groups/core/errors.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { canonicalGroupSettingValue } from "#modules/groups/core/settings/group-setting-value.ts";
import { findNamedGroups } from "#modules/groups/core/queries.ts";
import { groupSetting, type Scope, type SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { type SystemGroupName, type SystemGroups, loadSystemGroups } from "#modules/groups/core/system-groups.ts";

/** New values of settings, as clients send them. */
export type GroupSettingInput<S extends Scope> = Partial<Record<SettingOf[S], GroupSettingValue | undefined>>;
/** Ids of the groups that are the stored values of settings, by setting. */
export type GroupSettingIds<S extends Scope> = Partial<Record<SettingOf[S], number>>;

/**
 * Validates new values of settings, and returns the id of the group that represents each value. For a value that lists
 * users and groups, an unnamed group is created. Locks the organization's groups until the end of the transaction, so
 * that a group in a value cannot be deactivated.
 * @throws the errors in `groupSettingErrors`
 */
export async function resolveGroupSettings<S extends Scope>(
  tx: Tx,
  { realmId, scope, values }: { realmId: number; scope: S; values: GroupSettingInput<S> },
): Promise<GroupSettingIds<S>> {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined) as [string, GroupSettingValue][];
  if (defined.length === 0) return {};
  await lockGroupsShared(tx, realmId);
  const system = await loadSystemGroups(tx, realmId);
  const settings = defined.map(([setting, value]) => ({ setting, value: canonicalGroupSettingValue(value, system) }));
  const known = await loadReferences(tx, realmId, settings, system);
  for (const { setting, value } of settings) assertValueAllowed(scope, setting, value, known);

  const unnamed = settings.flatMap(({ value }) => (typeof value === "number" ? [] : [value]));
  const created = (await createUnnamedGroups(tx, realmId, unnamed)).values();
  const ids = settings.map(({ setting, value }) => [setting, typeof value === "number" ? value : created.next().value]);
  return Object.fromEntries(ids) as GroupSettingIds<S>;
}

interface ResolvedReferences {
  readonly systemNames: ReadonlyMap<number, SystemGroupName>;
  /** The named groups in the values, and whether each is deactivated. System groups are omitted. */
  readonly groups: ReadonlyMap<number, boolean>;
  readonly activeUsers: ReadonlySet<number>;
}

async function loadReferences(
  tx: Tx,
  realmId: number,
  settings: readonly { value: GroupSettingValue }[],
  system: SystemGroups,
): Promise<ResolvedReferences> {
  const systemNames = new Map(Object.entries(system).map(([name, id]) => [id, name as SystemGroupName]));
  const groupIds = settings.flatMap(({ value }) => (typeof value === "number" ? [value] : value.direct_subgroups));
  const userIds = settings.flatMap(({ value }) => (typeof value === "number" ? [] : value.direct_members));
  const others = [...new Set(groupIds)].filter((id) => !systemNames.has(id));
  return {
    systemNames,
    groups: others.length > 0 ? await loadDeactivation(tx, realmId, others) : new Map(),
    activeUsers: userIds.length > 0 ? await activeUsers(tx, realmId, userIds) : new Set(),
  };
}

async function loadDeactivation(tx: Tx, realmId: number, ids: readonly number[]): Promise<Map<number, boolean>> {
  const groups = await findNamedGroups(tx, realmId, ids);
  return new Map(groups.map(({ id, is_deactivated }) => [id, is_deactivated]));
}

async function activeUsers(tx: Tx, realmId: number, ids: readonly number[]): Promise<Set<number>> {
  const users = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .execute();
  return new Set(users.map(({ id }) => id));
}

function assertValueAllowed(scope: Scope, setting: string, value: GroupSettingValue, known: ResolvedReferences): void {
  const { onlySystemGroups, nobodyAllowed, everyoneAllowed } = groupSetting(scope, setting);
  if (typeof value === "object") {
    assertContentsAllowed(value, known);
    if (onlySystemGroups) throw new SystemGroupRequired({ setting_name: setting });
    return;
  }
  const name = known.systemNames.get(value);
  if (name === undefined) {
    const isDeactivated = known.groups.get(value);
    if (isDeactivated === undefined) throw new InvalidUserGroup();
    if (isDeactivated) throw new UserGroupDeactivated();
    if (onlySystemGroups) throw new SystemGroupRequired({ setting_name: setting });
    return;
  }
  const refused =
    name === "role:internet" ||
    (name === "role:nobody" && !nobodyAllowed) ||
    (name === "role:everyone" && !everyoneAllowed) ||
    (onlySystemGroups && !onlySystemGroups.includes(name));
  if (refused) throw new GroupNotAllowed({ setting_name: setting, group_name: name });
}

function assertContentsAllowed({ direct_members, direct_subgroups }: UnnamedGroup, known: ResolvedReferences): void {
  const unknownId = direct_members.find((id) => !known.activeUsers.has(id));
  if (unknownId !== undefined) throw new InvalidMember({ user_id: unknownId });
  for (const id of direct_subgroups) {
    if (known.systemNames.has(id)) continue;
    const isDeactivated = known.groups.get(id);
    if (isDeactivated === undefined) throw new InvalidSubgroup({ user_group_id: id });
    if (isDeactivated) throw new UserGroupDeactivated();
  }
}

async function createUnnamedGroups(tx: Tx, realmId: number, groups: readonly UnnamedGroup[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into user_group (realm_id) select ${realmId} from generate_series(1, ${groups.length}) returning id`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  const members = groups.flatMap(({ direct_members }, i) =>
    direct_members.map((user_id) => ({ group_id: ids[i] as number, user_id })),
  );
  const subgroups = groups.flatMap(({ direct_subgroups }, i) =>
    direct_subgroups.map((subgroup_id) => ({ group_id: ids[i] as number, subgroup_id })),
  );
  await sql`
    insert into user_group_member (group_id, user_id)
    select * from unnest(${members.map(({ group_id }) => group_id)}::int[], ${members.map(({ user_id }) => user_id)}::int[])`.execute(
    tx,
  );
  await sql`
    insert into user_group_subgroup (group_id, subgroup_id)
    select * from unnest(
      ${subgroups.map(({ group_id }) => group_id)}::int[], ${subgroups.map(({ subgroup_id }) => subgroup_id)}::int[]
    )`.execute(tx);
  recordGroupChanges(tx, realmId, ids);
  recordMemberChanges(tx, realmId, members);
  return ids;
}
