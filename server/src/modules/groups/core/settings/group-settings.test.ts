import assert from "node:assert/strict";
import { test } from "node:test";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { createTestOrganization, testServer, type TestUser, type TestOrganization } from "@parlance/testkit";
import { changeGroupSettings, type GroupSettingUpdates } from "../actions/settings/change-group-settings.ts";
import { resolveGroupSettings } from "../actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "../actions/settings/store-group-settings.ts";
import { createGroup } from "../fixtures/groups.ts";
import { loadGroupSettingValues, hasPermissionIn } from "./group-settings.ts";
import { loadSystemGroups } from "../system-groups.ts";

const { db, snapshots } = await testServer();

const scopeOf = ({ realmId }: TestOrganization) => ({ realmId, scope: "realm", scopeId: realmId }) as const;
const valuesOf = async ({ realmId }: TestOrganization) =>
  (await loadGroupSettingValues(db.reader, "realm", realmId, [realmId])).get(realmId)!;
const change = (realm: TestOrganization, updates: GroupSettingUpdates<"realm">) =>
  db.write((tx) => changeGroupSettings(tx, scopeOf(realm), updates));

type RealmSetting = keyof GroupSettingUpdates<"realm">;
const set = (realm: TestOrganization, setting: RealmSetting, value: GroupSettingValue) =>
  change(realm, { [setting]: { new: value } });
const refuses = async (realm: TestOrganization, setting: RealmSetting, value: GroupSettingValue, message: string) =>
  assert.rejects(set(realm, setting, value), { message });

const people = (...members: TestUser[]) => ({ direct_members: members.map(({ id }) => id), direct_subgroups: [] });
const has = async (realm: TestOrganization, { id: userId }: TestUser, setting: RealmSetting) =>
  hasPermissionIn(await snapshots.current(realm.realmId), { ...scopeOf(realm), setting, userId });

const unnamedGroups = async ({ realmId }: TestOrganization) =>
  (
    await db.reader
      .selectFrom("user_group")
      .select("id")
      .where("realm_id", "=", realmId)
      .where("name", "is", null)
      .orderBy("id")
      .execute()
  ).length;

test("values are returned in a canonical form: a single group as its id, an empty value as `role:nobody`, other values with sorted lists", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, realmId } = realm;
  const system = await loadSystemGroups(db.reader, realmId);
  const moderators = system["role:moderators"];

  await set(realm, "can_create_groups", { direct_members: [], direct_subgroups: [moderators] });
  await set(realm, "can_create_bots_group", { direct_members: [], direct_subgroups: [] });
  await set(realm, "can_add_custom_emoji_group", people(othello, hamlet, othello));

  const values = await valuesOf(realm);
  assert.equal(values.can_create_groups, moderators);
  assert.equal(values.can_create_bots_group, system["role:nobody"]);
  assert.deepEqual(values.can_add_custom_emoji_group, people(hamlet, othello));
});

test("a value that contains no active users is returned as role:nobody", async () => {
  const realm = await createTestOrganization();
  await set(realm, "can_create_groups", people(realm.hamlet));
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  const system = await loadSystemGroups(db.reader, realm.realmId);
  assert.equal((await valuesOf(realm)).can_create_groups, system["role:nobody"]);
  assert.equal(await has(realm, realm.hamlet, "can_create_groups"), false);
});

test("if a setting does not accept a value, the error contains the setting's name", async () => {
  const realm = await createTestOrganization();
  const { hamlet, realmId } = realm;
  const system = await loadSystemGroups(db.reader, realmId);
  const custom = await createGroup(hamlet, "players");
  const group = (name: string) => `cannot be set to '${name}' group.`;

  await refuses(
    realm,
    "can_create_groups",
    system["role:everyone"],
    `'can_create_groups' setting ${group("role:everyone")}`,
  );
  await refuses(
    realm,
    "can_create_groups",
    system["role:internet"],
    `'can_create_groups' setting ${group("role:internet")}`,
  );
  await refuses(
    realm,
    "can_manage_all_groups",
    system["role:nobody"],
    `'can_manage_all_groups' setting ${group("role:nobody")}`,
  );
  const emptyGroup = { direct_members: [], direct_subgroups: [] };
  await refuses(realm, "can_manage_all_groups", emptyGroup, `'can_manage_all_groups' setting ${group("role:nobody")}`);
  await refuses(
    realm,
    "can_create_web_public_channel_group",
    system["role:members"],
    `'can_create_web_public_channel_group' setting ${group("role:members")}`,
  );
  for (const value of [custom, people(hamlet)]) {
    await assert.rejects(set(realm, "can_access_all_users_group", value), {
      code: "SYSTEM_GROUP_REQUIRED",
      message: "'can_access_all_users_group' must be a system user group.",
      fields: { setting_name: "can_access_all_users_group" },
    });
  }
});

test("a value can contain only active users and groups of the organization", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { iago, hamlet, othello } = realm;
  const foreign = await createGroup(elsewhere.hamlet, "players");
  const old = await createGroup(hamlet, "veterans");
  await hamlet.callOrThrow("POST", `/user_groups/${old}/deactivate`);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const within = (id: number) => ({ direct_members: [hamlet.id], direct_subgroups: [id] });
  await set(realm, "can_create_bots_group", people(hamlet));
  const unnamed = await db.reader
    .selectFrom("group_setting")
    .select("group_id")
    .where("scope_id", "=", realm.realmId)
    .where("setting", "=", "can_create_bots_group")
    .executeTakeFirstOrThrow();

  for (const id of [foreign, unnamed.group_id, 2 ** 40, -1]) {
    await refuses(realm, "can_create_groups", id, "Invalid user group");
    await refuses(realm, "can_create_groups", within(id), `Invalid user group ID: ${id}`);
  }
  await refuses(realm, "can_create_groups", old, "User group is deactivated.");
  await refuses(realm, "can_create_groups", within(old), "User group is deactivated.");
  for (const { id } of [othello, elsewhere.hamlet]) {
    await refuses(realm, "can_create_groups", { direct_members: [id], direct_subgroups: [] }, `Invalid user ID: ${id}`);
  }
});

test("a setting is changed only if its current value is the expected one", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const system = await loadSystemGroups(db.reader, realm.realmId);
  const update = (old: GroupSettingValue, next: GroupSettingValue) =>
    change(realm, { can_create_groups: { old, new: next } });

  await update(system["role:members"], people(othello, hamlet));
  await assert.rejects(update(system["role:members"], system["role:owners"]), {
    code: "EXPECTATION_MISMATCH",
    message: "'old' value does not match the expected value.",
    fields: { field_name: "can_create_groups" },
  });
  assert.deepEqual((await valuesOf(realm)).can_create_groups, people(hamlet, othello));
  await update(people(othello, hamlet), system["role:owners"]);
  assert.equal((await valuesOf(realm)).can_create_groups, system["role:owners"]);
});

test("settings to which their current value is assigned are not reported as changed", async () => {
  const realm = await createTestOrganization();
  const system = await loadSystemGroups(db.reader, realm.realmId);
  const changed = await change(realm, {
    can_create_groups: { new: system["role:members"] },
    can_create_bots_group: { new: system["role:owners"] },
  });
  assert.deepEqual(changed, { can_create_bots_group: system["role:owners"] });
});

test("default values are stored without rows, and unnamed groups are deleted when they are no longer used", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, realmId } = realm;
  const system = await loadSystemGroups(db.reader, realmId);
  const rows = () =>
    db.reader
      .selectFrom("group_setting")
      .select("setting")
      .where("scope_id", "=", realmId)
      .where("scope", "=", "realm")
      .orderBy("setting")
      .execute();

  await set(realm, "can_create_groups", people(hamlet));
  await set(realm, "can_create_groups", people(hamlet, othello));
  assert.equal(await unnamedGroups(realm), 1);
  await set(realm, "can_create_groups", system["role:members"]);
  assert.equal(await unnamedGroups(realm), 0);
  assert.deepEqual(await rows(), []);
});

test("an unnamed group that is the value for two channels is deleted when neither uses it any more", async () => {
  const realm = await createTestOrganization();
  const { hamlet, realmId } = realm;
  const system = await loadSystemGroups(db.reader, realmId);
  const scope = "channel";
  const shared = await db.write((tx) =>
    resolveGroupSettings(tx, { realmId, scope, values: { can_send_message_group: people(hamlet) } }),
  );
  const store = (scopeId: number, groups: typeof shared) =>
    db.write((tx) => storeGroupSettings(tx, { realmId, scope, scopeId }, groups));
  const everyone = { can_send_message_group: system["role:everyone"] };

  for (const channelId of [1, 2]) await store(channelId, shared);
  await store(1, everyone);
  assert.equal(await unnamedGroups(realm), 1);
  await store(2, everyone);
  assert.equal(await unnamedGroups(realm), 0);
});

test("guests do not have a permission that cannot be granted to everyone, even if they are in a group that has it", async () => {
  const realm = await createTestOrganization();
  const { polonius, hamlet } = realm;
  const group = await createGroup(hamlet, "guests too", [polonius, hamlet]);
  await set(realm, "can_create_groups", group);
  await set(realm, "can_resolve_topics_group", group);

  assert.equal(await has(realm, hamlet, "can_create_groups"), true);
  assert.equal(await has(realm, polonius, "can_create_groups"), false);
  assert.equal(await has(realm, polonius, "can_resolve_topics_group"), true);
});

test("users of another organization have no permissions", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  assert.equal(await has(realm, realm.hamlet, "can_resolve_topics_group"), true);
  assert.equal(await has(realm, elsewhere.desdemona, "can_resolve_topics_group"), false);
});
