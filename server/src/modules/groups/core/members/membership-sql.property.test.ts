import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAtLeast, isGuest, roles } from "@parlance/contract/entities/roles.ts";
import { createTestDatabase } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import * as users from "#modules/users/core/snapshot/users-snapshot.ts";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";
import { addToSystemGroups } from "../actions/system-groups/add-to-system-groups.ts";
import { resolveGroupSettings } from "../actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "../actions/settings/store-group-settings.ts";
import * as known from "../groups-snapshot.ts";
import { type PermissionCheck, hasPermissionIn } from "../settings/group-settings.ts";
import { areMembers, type ChangedGroup, isInSettingValueIn, isMemberIn, membersIn, loadMembers } from "../queries.ts";
import { type GroupSetting, groupSettings } from "../settings/setting-declarations.ts";
import { systemGroupNames, loadSystemGroups } from "../system-groups.ts";

const { db } = await createTestDatabase();
const snapshots = new OrganizationSnapshots({
  db,
  sections: () => [users.users, known.groups, known.groupMembers, known.storedSettings],
});

const namesOf = <S extends keyof typeof groupSettings>(scope: S) =>
  Object.keys(groupSettings[scope]) as (keyof (typeof groupSettings)[S])[];
const settingNames = namesOf("channel");
const indices = (maxLength: number) => fc.uniqueArray(fc.nat(15), { maxLength });

/**
 * Random users; groups, which contain users, system groups and groups with smaller indexes; and settings of a channel.
 */
const plans = fc.record({
  people: fc.array(
    fc.record({ role: fc.constantFrom(...Object.values(roles)), isFull: fc.boolean(), isActive: fc.boolean() }),
    { minLength: 1, maxLength: 8 },
  ),
  groups: fc.array(fc.record({ people: indices(4), system: indices(2), earlier: indices(3) }), { maxLength: 8 }),
  settings: fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...settingNames), people: indices(3), system: indices(2), groups: indices(2) }),
    { maxLength: 6, selector: ({ name }) => name },
  ),
});
type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;
type Person = Plan["people"][number];

const pick = <T>(list: readonly T[], indexes: readonly number[]): T[] =>
  list.length === 0 ? [] : [...new Set(indexes.map((index) => list[index % list.length] as T))];

const lowest: Readonly<Record<string, number>> = {
  owners: roles.owner,
  administrators: roles.administrator,
  moderators: roles.moderator,
  members: roles.member,
  everyone: roles.guest,
  internet: roles.guest,
};

/** Determines membership of a system group in the simplest possible way, for comparison. */
function inSystem(name: string, { role, isFull }: Person): boolean {
  if (name === "role:fullmembers") return isAtLeast(role, "moderator") || (role === roles.member && isFull);
  const least = lowest[name.slice("role:".length)];
  return least !== undefined && isAtLeast(role, least);
}

function inGroup(plan: Plan, group: number, person: number): boolean {
  const { people, system, earlier } = plan.groups[group] as Plan["groups"][number];
  return (
    pick([...plan.people.keys()], people).includes(person) ||
    pick(systemGroupNames, system).some((name) => inSystem(name, plan.people[person] as Person)) ||
    pick([...plan.groups.keys()].slice(0, group), earlier).some((inner) => inGroup(plan, inner, person))
  );
}

function inValue(plan: Plan, { people, system, groups }: Plan["settings"][number], person: number): boolean {
  return (
    pick([...plan.people.keys()], people).includes(person) ||
    pick(systemGroupNames, system).some((name) => inSystem(name, plan.people[person] as Person)) ||
    pick([...plan.groups.keys()], groups).some((group) => inGroup(plan, group, person))
  );
}

function expectedUsersWithPermission(
  plan: Plan,
  setting: Plan["settings"][number] | undefined,
  { default: byDefault, everyoneAllowed }: Pick<GroupSetting, "default" | "everyoneAllowed">,
  creator: number,
) {
  return plan.people.map((person, index) => {
    if (!person.isActive || (isGuest(person.role) && !everyoneAllowed)) return false;
    if (!setting) return byDefault === "creator" ? index === creator : inSystem(byDefault, person);
    return inValue(plan, setting, index);
  });
}

/**
 * True unless the setting's value is a single system group. The setting may not accept such a value, which other tests
 * check.
 */
const isFree = (plan: Plan, { people, system, groups }: Plan["settings"][number]) =>
  people.length > 0 || pick(systemGroupNames, system).length !== 1 || pick([...plan.groups.keys()], groups).length > 0;

async function build(tx: Tx, plan: Plan) {
  const now = new Date();
  const { id: realmId } = await createRealm(tx, { subdomain: crypto.randomUUID().slice(0, 30), name: "Test", now });
  const system = await loadSystemGroups(tx, realmId);
  const people: number[] = [];
  for (const { role, isFull } of plan.people) {
    people.push(await insertAccount(tx, realmId, role, now));
    await addToSystemGroups(tx, realmId, people.at(-1) as number, role, isFull);
  }
  const groups: number[] = [];
  for (const group of plan.groups) {
    const subgroups = [
      ...pick(systemGroupNames, group.system).map((name) => system[name]),
      ...pick(groups, group.earlier),
    ];
    groups.push(await insertGroup(tx, realmId, pick(people, group.people), subgroups));
  }
  const channelId = await insertChannel(tx, realmId, people[0] as number, now);
  const valueOf = (value: Plan["settings"][number]) => ({
    direct_members: pick(people, value.people),
    direct_subgroups: [
      ...pick(systemGroupNames, value.system).map((name) => system[name]),
      ...pick(groups, value.groups),
    ],
  });
  const values = plan.settings
    .filter((setting) => isFree(plan, setting))
    .map((setting) => [setting.name, valueOf(setting)]);
  const resolved = await resolveGroupSettings(tx, { realmId, scope: "channel", values: Object.fromEntries(values) });
  await storeGroupSettings(tx, { realmId, scope: "channel", scopeId: channelId }, resolved);
  const gone = people.filter((_, index) => !plan.people[index]?.isActive);
  if (gone.length > 0) await tx.updateTable("account").set({ is_active: false }).where("id", "in", gone).execute();
  return { realmId, people, groups, channelId, values: plan.settings.map(valueOf) };
}

async function insertAccount(tx: Tx, realm_id: number, role: number, date_joined: Date): Promise<number> {
  const email_key = `${crypto.randomUUID()}@example.com`;
  const account = { realm_id, delivery_email: email_key, email_key, full_name: "X", name_key: "x", role, date_joined };
  return (await tx.insertInto("account").values(account).returning("id").executeTakeFirstOrThrow()).id;
}

async function insertGroup(tx: Tx, realm_id: number, members: number[], subgroups: number[]): Promise<number> {
  const name = crypto.randomUUID();
  const group = { realm_id, name, name_key: name };
  const { id } = await tx.insertInto("user_group").values(group).returning("id").executeTakeFirstOrThrow();
  for (const user_id of members) await tx.insertInto("user_group_member").values({ group_id: id, user_id }).execute();
  for (const subgroup_id of new Set(subgroups)) {
    await tx.insertInto("user_group_subgroup").values({ group_id: id, subgroup_id }).execute();
  }
  return id;
}

async function insertChannel(tx: Tx, realm_id: number, creator_id: number, created_at: Date): Promise<number> {
  const recipient = await tx.insertInto("recipient").values({ realm_id }).returning("id").executeTakeFirstOrThrow();
  const channel = { realm_id, recipient_id: recipient.id, name: "C", name_key: "c", creator_id, created_at };
  return (await tx.insertInto("channel").values(channel).returning("id").executeTakeFirstOrThrow()).id;
}

test("memberships and permissions are those of the simple rules in this test, however groups are nested", async () => {
  await assertProperty(
    fc.asyncProperty(plans, async (plan) => {
      const { realmId, people, groups, channelId, values } = await db.write((tx) => build(tx, plan));
      const isActive = (person: number) => plan.people[person]?.isActive === true;

      const pairs = groups.flatMap((groupId, group) =>
        people.map((userId, person) => ({ groupId, userId, group, person })),
      );
      const expected = pairs.map(({ group, person }) => isActive(person) && inGroup(plan, group, person));
      assert.deepEqual(await areMembers(db.reader, pairs), expected);

      const members = await loadMembers(db.reader, groups);
      assert.deepEqual(
        pairs.map(({ groupId, userId }) => members.get(groupId)?.includes(userId)),
        expected,
      );

      const claims = settingNames.flatMap((setting) =>
        people.map((userId) => ({ userId, scope: "channel", scopeId: channelId, setting }) satisfies PermissionCheck),
      );
      const expectedUsers = settingNames.flatMap((name) =>
        expectedUsersWithPermission(
          plan,
          plan.settings.find((setting) => setting.name === name && isFree(plan, setting)),
          groupSettings.channel[name],
          0,
        ),
      );

      const snapshot = await snapshots.current(realmId);
      assert.deepEqual(
        pairs.map(({ userId, groupId }) => isMemberIn(snapshot, userId, groupId)),
        expected,
      );
      for (const id of groups) assert.deepEqual(membersIn(snapshot, id), members.get(id));
      assert.deepEqual(
        values.map((value) => people.map((userId) => isInSettingValueIn(snapshot, userId, value))),
        plan.settings.map((setting) => people.map((_, person) => isActive(person) && inValue(plan, setting, person))),
      );
      const channelCreatorId = people[0] as number;
      assert.deepEqual(
        claims.map((claim) => hasPermissionIn(snapshot, { ...claim, channelCreatorId })),
        expectedUsers,
      );
    }),
    { rounds: 8, exploreRounds: 60 },
  );
});

test("permissions of the organization and of groups are those of the simple rules in this test, including defaults and system groups", async () => {
  await assertProperty(
    fc.asyncProperty(plans, async (plan) => {
      const { realmId, people, groups, values } = await db.write((tx) => build(tx, plan));
      const system = await loadSystemGroups(db.reader, realmId);
      const [value, stored] = [values.at(-1), plan.settings.at(-1)];
      const managers = stored && isFree(plan, stored) ? stored : undefined;
      await db.write(async (tx) => {
        const named = tx.updateTable("user_group").where("realm_id", "=", realmId).where("is_system", "=", false);
        await named.set({ creator_id: people[0] as number }).execute();
        if (value && managers) {
          const can_manage_all_groups = await insertGroup(tx, realmId, value.direct_members, value.direct_subgroups);
          await storeGroupSettings(tx, { realmId, scope: "realm", scopeId: realmId }, { can_manage_all_groups });
        }
        recordSnapshotReload(tx, realmId);
      });
      const snapshot = await snapshots.current(realmId);
      type Permission = Omit<Extract<PermissionCheck, { scope: "realm" | "group" }>, "userId">;
      const usersWithPermission = (permission: Permission) =>
        people.map((userId) => hasPermissionIn(snapshot, { ...permission, userId } as PermissionCheck & Permission));
      for (const setting of namesOf("realm")) {
        const setTo = setting === "can_manage_all_groups" ? managers : undefined;
        const expected = expectedUsersWithPermission(plan, setTo, groupSettings.realm[setting], 0);
        assert.deepEqual(usersWithPermission({ scope: "realm", scopeId: realmId, setting }), expected, setting);
      }
      for (const setting of namesOf("group")) {
        const expected = expectedUsersWithPermission(plan, undefined, groupSettings.group[setting], 0);
        for (const scopeId of groups)
          assert.deepEqual(usersWithPermission({ scope: "group", scopeId, setting }), expected, setting);
        for (const scopeId of Object.values(system)) {
          assert.ok(!usersWithPermission({ scope: "group", scopeId, setting }).includes(true), setting);
        }
      }
    }),
    { rounds: 5, exploreRounds: 60 },
  );
});

const changes = fc.record({ group: fc.nat(7), people: indices(3), groups: indices(2) });

test("permissions computed for a changed group, from the organization snapshot of before, are those after the change", async () => {
  await assertProperty(
    fc.asyncProperty(plans, changes, async (plan, change) => {
      const { realmId, people, groups, channelId } = await db.write((tx) => build(tx, plan));
      const group_id = groups[change.group];
      if (group_id === undefined) return;
      const members = pick(people, change.people).filter((id) => plan.people[people.indexOf(id)]?.isActive);
      // Only groups with smaller indexes are contained in a group, so there are no cycles.
      const direct_subgroup_ids = pick(groups.slice(0, change.group), change.groups);
      const permissionsIn = (snapshot: OrganizationSnapshot, changed?: ChangedGroup) =>
        settingNames.map((setting) =>
          people.map((userId) =>
            hasPermissionIn(
              snapshot,
              { userId, scope: "channel", scopeId: channelId, setting, channelCreatorId: null },
              changed,
            ),
          ),
        );
      const before = await snapshots.current(realmId);
      const foreseen = permissionsIn(before, { id: group_id, members, direct_subgroup_ids });
      await db.write(async (tx) => {
        await tx.deleteFrom("user_group_member").where("group_id", "=", group_id).execute();
        await tx.deleteFrom("user_group_subgroup").where("group_id", "=", group_id).execute();
        for (const user_id of members) await tx.insertInto("user_group_member").values({ group_id, user_id }).execute();
        for (const subgroup_id of direct_subgroup_ids) {
          await tx.insertInto("user_group_subgroup").values({ group_id, subgroup_id }).execute();
        }
        recordSnapshotReload(tx, realmId);
      });
      assert.deepEqual(foreseen, permissionsIn(await snapshots.current(realmId)));
    }),
    { rounds: 10, exploreRounds: 60 },
  );
});
