import { sql } from "kysely";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groups, storedSettings } from "../groups-snapshot.ts";
import { canonicalGroupSettingValue } from "./group-setting-value.ts";
import {
  type ChangedGroup,
  contentsIn,
  isInSettingValueIn,
  isMemberIn,
  loadDirectContents,
  systemGroupsIn,
} from "../queries.ts";
import { groupSetting, groupSettings, type Scope, type SettingOf } from "./setting-declarations.ts";
import { type SystemGroups, loadSystemGroups } from "../system-groups.ts";
import { canHavePermission } from "@parlance/contract/rules/group-membership.ts";

/**
 * The values of all settings of an organization, channel or group that have groups as values, as clients receive them.
 */
export type GroupSettingValues<S extends Scope> = Record<SettingOf[S], GroupSettingValue>;

/**
 * Loads the values of the settings of organizations, channels or groups, by their ids. Settings with their defaults are
 * included. In values that list users, only active users are listed.
 */
export async function loadGroupSettingValues<S extends Scope>(
  db: Reader,
  scope: S,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, GroupSettingValues<S>>> {
  const system = await loadSystemGroups(db, realmId);
  const stored = await loadStoredValues(db, scope, ids, system);
  const founders = scope === "realm" ? new Map<number, CreatorInfo>() : await loadCreators(db, scope, ids);
  return new Map(
    ids.map((id) => {
      const defaults = defaultValues(scope, system, founders.get(id));
      return [id, { ...defaults, ...stored.get(id) } as GroupSettingValues<S>];
    }),
  );
}

/**
 * Returns the values of the settings of one organization, channel or group, according to the organization snapshot.
 * `creatorId` is the id of the user who created the channel or group.
 */
export function groupSettingValuesIn<S extends Scope>(
  snapshot: OrganizationSnapshot,
  scope: S,
  { id, creatorId = null }: { readonly id: number; readonly creatorId?: number | null },
): GroupSettingValues<S> {
  const [all, stored] = [snapshot.get(groups), snapshot.get(storedSettings)];
  const system = systemGroupsIn(snapshot);
  const isActive = creatorId !== null && snapshot.get(users).get(creatorId)?.is_active === true;
  const creatorInfo = {
    creator: isActive ? creatorId : null,
    ofSystemGroup: scope === "group" && all.get(id)?.is_system === true,
  };
  const values = defaultValues(scope, system, creatorInfo);
  for (const [setting, groupId] of Object.entries(stored.ofScope(scope, id))) {
    const isNamed = all.get(groupId)?.name !== null;
    values[setting] = isNamed ? groupId : canonicalGroupSettingValue(asMembers(contentsIn(snapshot, groupId)), system);
  }
  return values as GroupSettingValues<S>;
}

const asMembers = ({ members, subgroups }: { members: number[]; subgroups: readonly number[] }) => ({
  direct_members: members,
  direct_subgroups: [...subgroups],
});

async function loadStoredValues(db: Reader, scope: Scope, ids: readonly number[], system: SystemGroups) {
  const rows = await db
    .selectFrom("group_setting")
    .innerJoin("user_group", "user_group.id", "group_setting.group_id")
    .select(["scope_id", "setting", "group_id", "user_group.name"])
    .where("scope", "=", scope)
    .where("scope_id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  const unnamed = rows.filter(({ name }) => name === null).map(({ group_id }) => group_id);
  const contents = unnamed.length > 0 ? await loadDirectContents(db, unnamed) : new Map();
  const values = new Map<number, Record<string, GroupSettingValue>>();
  for (const { scope_id, setting, group_id, name } of rows) {
    const { members = [], subgroups = [] } = contents.get(group_id) ?? {};
    const value =
      name === null
        ? canonicalGroupSettingValue({ direct_members: members, direct_subgroups: subgroups }, system)
        : group_id;
    values.set(scope_id, { ...values.get(scope_id), [setting]: value });
  }
  return values;
}

/**
 * The creator of a channel or group, on whom defaults depend. `creator` is null if the creator is not known or is
 * deactivated.
 */
interface CreatorInfo {
  readonly creator: number | null;
  readonly ofSystemGroup: boolean;
}

async function loadCreators(
  db: Reader,
  scope: "channel" | "group",
  ids: readonly number[],
): Promise<Map<number, CreatorInfo>> {
  const table = scope === "channel" ? sql.table("channel") : sql.table("user_group");
  const isSystem = scope === "channel" ? sql`false` : sql`made.is_system`;
  const { rows } = await sql<{ id: number; creator: number | null; ofSystemGroup: boolean }>`
    select made.id, account.id as creator, ${isSystem} as "ofSystemGroup"
    from ${table} made left join account on account.id = made.creator_id and account.is_active
    where made.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...creatorInfo }) => [id, creatorInfo]));
}

function defaultValues(scope: Scope, system: SystemGroups, creatorInfo: CreatorInfo | undefined) {
  const nobodyGroupId = system["role:nobody"];
  const creator = creatorInfo?.creator ?? null;
  const byCreator = creator === null ? nobodyGroupId : { direct_members: [creator], direct_subgroups: [] };
  const values: Record<string, GroupSettingValue> = {};
  for (const [name, { default: group }] of Object.entries(groupSettings[scope])) {
    if (creatorInfo?.ofSystemGroup) values[name] = nobodyGroupId;
    else values[name] = group === "creator" ? byCreator : system[group];
  }
  return values;
}

/** A setting of one organization, channel or group, whose value is the group of users with the permission. */
export type Permission = { [S in Scope]: { scope: S; scopeId: number; setting: SettingOf[S] } }[Scope];
export type PermissionCheck = Permission & { readonly userId: number };

/**
 * A claim to be checked with the organization snapshot. For a channel's permission, it contains the channel's creator,
 * because the sections about groups do not contain it.
 */
export type SnapshotPermissionCheck =
  | Exclude<PermissionCheck, { scope: "channel" }>
  | (Extract<PermissionCheck, { scope: "channel" }> & { readonly channelCreatorId: number | null });

/**
 * True if the user has the permission, according to the organization snapshot: the setting's value contains the user,
 * and the user is not a guest or guests may have the permission (`everyoneAllowed`). Deactivated users, and users of
 * other organizations, have none. The caller must have checked that the user can see the channel or group to which the
 * setting belongs. `changed` is a group whose contents the transaction has changed.
 */
export function hasPermissionIn(
  snapshot: OrganizationSnapshot,
  claim: SnapshotPermissionCheck,
  changed?: ChangedGroup,
): boolean {
  const { scope, scopeId, setting, userId } = claim;
  const account = snapshot.get(users).get(userId);
  if (!account?.is_active || account.realm_id !== snapshot.realmId) return false;
  const { default: byDefault, everyoneAllowed } = groupSetting(scope, setting);
  if (!canHavePermission(account.role, everyoneAllowed)) return false;
  const isMember = (groupId: number) =>
    changed ? isInSettingValueIn(snapshot, userId, groupId, changed) : isMemberIn(snapshot, userId, groupId);
  const stored = snapshot.get(storedSettings).get(scope, scopeId, setting);
  if (stored !== undefined) return isMember(stored);
  const all = snapshot.get(groups);
  const target = scope === "group" ? all.get(scopeId) : undefined;
  if (target?.is_system) return false;
  if (byDefault === "creator") {
    return userId === (scope === "channel" ? claim.channelCreatorId : target?.creator_id);
  }
  const group = all.byName(byDefault);
  return group !== undefined && isMember(group.id);
}

/** True if the user has this permission of a channel, according to the organization snapshot. */
export const hasChannelPermissionIn = (
  snapshot: OrganizationSnapshot,
  userId: number,
  { id: scopeId, creator_id: channelCreatorId }: Pick<Row<"channel">, "id" | "creator_id">,
  setting: SettingOf["channel"],
): boolean => hasPermissionIn(snapshot, { userId, scope: "channel", scopeId, setting, channelCreatorId });
