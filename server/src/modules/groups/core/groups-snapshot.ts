import { sql } from "kysely";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection, RowKey } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { pairColumns, pairKey, parsePairKey, Relation } from "@parlance/kernel/organization-snapshot/relation.ts";
import type { Scope } from "./settings/setting-declarations.ts";
import { groupsWithin } from "@parlance/contract/rules/group-membership.ts";

type Column = "id" | "name" | "name_key" | "description" | "is_system" | "is_deactivated" | "creator_id";

/** The data of a group in the organization snapshot, except its members. Unnamed groups have null as their name. */
export interface GroupSnapshot extends Pick<Row<"user_group">, Column> {
  /** Time of creation in whole UNIX seconds. `null` if it is not known. */
  readonly created_at: number | null;
  /** Ids of the direct subgroups, ascending. */
  readonly subgroups: readonly number[];
}

/** The groups of an organization. */
export class Groups {
  readonly #byId = new Map<number, GroupSnapshot>();
  readonly #idByName = new Map<string, number>();
  /**
   * For each group, the ids of the group and all groups in it. Computed when needed, and discarded when a group
   * changes.
   */
  readonly #within = new Map<number, ReadonlySet<number>>();

  get(id: number): GroupSnapshot | undefined {
    return this.#byId.get(id);
  }

  /** Returns the group whose name has this key, as computed by `groupKey`. */
  byName(nameKey: string): GroupSnapshot | undefined {
    const id = this.#idByName.get(nameKey);
    return id === undefined ? undefined : this.#byId.get(id);
  }

  all(): Iterable<GroupSnapshot> {
    return this.#byId.values();
  }

  /** Returns the ids of the group and all its direct and indirect subgroups. */
  within(id: number): ReadonlySet<number> {
    const known = this.#within.get(id);
    if (known) return known;
    const found = groupsWithin([id], (group) => this.#byId.get(group)?.subgroups);
    this.#within.set(id, found);
    return found;
  }

  put(group: GroupSnapshot): void {
    this.remove(group.id);
    this.#byId.set(group.id, group);
    if (group.name_key !== null) this.#idByName.set(group.name_key, group.id);
  }

  remove(id: number): boolean {
    this.#within.clear();
    const nameKey = this.#byId.get(id)?.name_key ?? null;
    // Another group may have received the same name in the meantime.
    if (nameKey !== null && this.#idByName.get(nameKey) === id) this.#idByName.delete(nameKey);
    return this.#byId.delete(id);
  }
}

export const groups: SnapshotSection<Groups, GroupSnapshot> = {
  name: "groups",
  tables: ["user_group", "user_group_subgroup"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("user_group")
      .select(["id", "name", "name_key", "description", "is_system", "is_deactivated", "creator_id"])
      .select(sql<number | null>`floor(extract(epoch from created_at))::int8`.as("created_at"))
      .select(
        sql<number[]>`array(
          select subgroup_id from user_group_subgroup where group_id = user_group.id order by subgroup_id
        )`.as("subgroups"),
      )
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Groups(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => [...facts.all()].sort((a, b) => a.id - b.id),
  bytesPerRow: 400,
};

interface MemberRow {
  readonly group_id: number;
  readonly user_id: number;
}

/**
 * Loads the members of all groups of an organization. The query loads them for each group separately, because
 * PostgreSQL would otherwise read the members of all organizations.
 */
async function allMembers(db: Reader, realmId: number): Promise<MemberRow[]> {
  const { rows } = await sql<{ group_id: number; users: number[] | null }>`
    select user_group.id as group_id, own.users
    from user_group cross join lateral (
      select json_agg(user_id order by user_id) as users from user_group_member where group_id = user_group.id
    ) as own
    where user_group.realm_id = ${realmId}`.execute(db);
  return rows.flatMap(({ group_id, users }) => (users ?? []).map((user_id) => ({ group_id, user_id })));
}

async function someMembers(db: Reader, realmId: number, keys: readonly RowKey[]): Promise<MemberRow[]> {
  const { lefts, rights } = pairColumns(keys);
  const { rows } = await sql<MemberRow>`
    select group_id, user_id
    from unnest(${lefts}::int[], ${rights}::int[]) as asked (group_id, user_id)
    join user_group_member using (group_id, user_id) join user_group on user_group.id = group_id
    where user_group.realm_id = ${realmId}`.execute(db);
  return rows;
}

/** Direct members of groups, including deactivated users, as pairs of group (left) and user (right). */
export const groupMembers: SnapshotSection<Relation, MemberRow> = {
  name: "group_members",
  tables: ["user_group_member"],
  rows: (db, realmId, keys) => (keys === "all" ? allMembers(db, realmId) : someMembers(db, realmId, keys)),
  keyOf: ({ group_id, user_id }) => pairKey(group_id, user_id),
  empty: () => new Relation(),
  put: (facts, { group_id, user_id }) => facts.add(group_id, user_id),
  remove: (facts, key) => facts.remove(...parsePairKey(key)),
  allRows: (facts) => Array.from(facts.pairs(), ([group_id, user_id]) => ({ group_id, user_id })),
  bytesPerRow: 30,
};

/**
 * The settings of an organization, a channel or a group that have groups as values. Settings with their default values
 * are omitted.
 */
interface SettingsRow {
  readonly scope: Scope;
  readonly scope_id: number;
  /** Ids of the groups that are the values, by setting. */
  readonly groups: Readonly<Record<string, number>>;
}

const settingsKey = (scope: Scope, scopeId: number): string => `${scope} ${scopeId}`;

/**
 * All settings that have groups as values, of an organization, its channels and its groups. Settings with their default
 * values are omitted.
 */
export class StoredSettings {
  readonly #byScope = new Map<string, SettingsRow>();

  /** Returns the id of the group that is the setting's value. Undefined if the setting has its default. */
  get(scope: Scope, scopeId: number, setting: string): number | undefined {
    return this.#byScope.get(settingsKey(scope, scopeId))?.groups[setting];
  }

  /**
   * Returns the ids of the groups that are the values of the settings of an organization, channel or group, by setting.
   */
  ofScope(scope: Scope, scopeId: number): Readonly<Record<string, number>> {
    return this.#byScope.get(settingsKey(scope, scopeId))?.groups ?? {};
  }

  all(): Iterable<SettingsRow> {
    return this.#byScope.values();
  }

  put(row: SettingsRow): void {
    this.#byScope.set(settingsKey(row.scope, row.scope_id), row);
  }

  remove(key: string): boolean {
    return this.#byScope.delete(key);
  }
}

export const storedSettings: SnapshotSection<StoredSettings, SettingsRow> = {
  name: "group_settings",
  tables: ["group_setting"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("group_setting as stored")
      .innerJoin("user_group", "user_group.id", "stored.group_id")
      .select([sql<Scope>`stored.scope`.as("scope"), "stored.scope_id"])
      .select(sql<Record<string, number>>`json_object_agg(stored.setting, stored.group_id)`.as("groups"))
      .where("user_group.realm_id", "=", realmId)
      .$if(keys !== "all", (query) => {
        const named = (keys === "all" ? [] : keys).map((key) => String(key).split(" "));
        const [scopes, ids] = [named.map(([scope]) => scope), named.map(([, id]) => Number(id))];
        return query.where(
          sql<boolean>`(stored.scope, stored.scope_id) in (select * from unnest(${scopes}::text[], ${ids}::int[]))`,
        );
      })
      .groupBy(["stored.scope", "stored.scope_id"])
      .execute(),
  keyOf: ({ scope, scope_id }) => settingsKey(scope, scope_id),
  empty: () => new StoredSettings(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(String(key)),
  allRows: (facts) => [...facts.all()].sort((a, b) => (storedSettings.keyOf(a) < storedSettings.keyOf(b) ? -1 : 1)),
  bytesPerRow: 300,
};

/**
 * Records that this transaction changes groups, so that organization snapshots load them again. Changes of members are
 * recorded separately.
 */
export const recordGroupChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, groups, ids);

/**
 * Records that this transaction adds or removes members of groups, so that organization snapshots load these
 * memberships again.
 */
export const recordMemberChanges = (tx: Tx, realmId: number, members: readonly MemberRow[]): void =>
  recordSnapshotChanges(
    tx,
    realmId,
    groupMembers,
    members.map((member) => groupMembers.keyOf(member)),
  );

/**
 * Records that this transaction adds or removes members of one group, so that organization snapshots load these
 * memberships again.
 */
export const recordGroupMemberChanges = (
  tx: Tx,
  group: Pick<Row<"user_group">, "id" | "realm_id">,
  userIds: readonly number[],
): void =>
  recordMemberChanges(
    tx,
    group.realm_id,
    userIds.map((user_id) => ({ group_id: group.id, user_id })),
  );

/**
 * Records that this transaction changes settings with groups as values, so that organization snapshots load them again.
 */
export const recordGroupSettingChanges = (tx: Tx, realmId: number, scope: Scope, scopeId: number): void =>
  recordSnapshotChanges(tx, realmId, storedSettings, [settingsKey(scope, scopeId)]);
