import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import {
  createTestOrganization,
  watchEvents,
  type Parameters,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import {
  createGroup,
  groupEvents,
  groupsOf,
  only,
  errorOf,
  expectedError,
  systemGroup,
} from "#modules/groups/core/fixtures/groups.ts";
import { groupSettings } from "#modules/groups/core/settings/setting-declarations.ts";

const changes = (person: TestUser, id: number, change: Parameters) => person.patch(`/user_groups/${id}`, change);
const settings = Object.keys(groupSettings.group) as (keyof UserGroupPermissions)[];

async function named({ iago }: TestOrganization, name: string) {
  const group = (await groupsOf({ iago })).get(name);
  assert.ok(group, name);
  return group;
}

test("all users receive events about the changed properties of a group, and no events about unchanged ones", async () => {
  const realm = await createTestOrganization();
  const { hamlet, polonius, bot } = realm;
  const id = await createGroup(hamlet, "Players", [hamlet], { description: "On stage" });
  const moderators = await systemGroup(realm, "moderators");
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    await changes(hamlet, id, {
      name: "Actors",
      description: "On stage",
      can_join_group: { new: moderators },
      can_leave_group: { new: await systemGroup(realm, "everyone") },
    });
  });

  for (const events of received) {
    assert.deepEqual(groupEvents(events), [
      { op: "update", group_id: id, data: { name: "Actors" } },
      { op: "update", group_id: id, data: { can_join_group: moderators } },
    ]);
  }
  const { name, description, can_join_group } = await named(realm, "Actors");
  assert.deepEqual([name, description, can_join_group], ["Actors", "On stage", moderators]);
});

test("setting properties of a group to their current values emits no event", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const id = await createGroup(hamlet, "Players", [], { description: "On stage" });
  const [events] = await watchEvents([hamlet], async () => {
    const same = {
      name: " Players ",
      description: "On stage",
      deactivated: false,
      can_manage_group: { new: only(hamlet) },
    };
    assert.equal((await changes(hamlet, id, same)).msg, "");
  });
  assert.deepEqual(events, []);
});

test("a group's name can change in capitalization, but not to a name that is taken or invalid", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const id = await createGroup(hamlet, "Players");
  await createGroup(hamlet, "Guards");
  const rename = async (name: string) => errorOf(await changes(hamlet, id, { name, description: "Nothing" }));

  assert.deepEqual(await rename("guards"), expectedError("User group 'guards' already exists."));
  assert.deepEqual(await rename("role:nobody"), expectedError("User group name cannot start with 'role:'."));
  assert.deepEqual(await rename("x".repeat(101)), expectedError("User group name cannot exceed 100 characters."));
  assert.deepEqual(await rename(""), expectedError("User group name can't be empty!"));
  assert.equal((await named(realm, "Players")).description, "");
  assert.equal((await changes(hamlet, id, { name: "PLAYERS" })).msg, "");
  await named(realm, "PLAYERS");
});

test("a request without changes, or for a group that does not exist, is rejected", async () => {
  const [{ hamlet }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const id = await createGroup(hamlet, "Players");
  const foreign = await createGroup(elsewhere.hamlet, "Players");
  assert.deepEqual(errorOf(await changes(hamlet, id, {})), expectedError("No new data supplied"));
  for (const other of [foreign, 2 ** 31 - 1]) {
    assert.deepEqual(errorOf(await changes(hamlet, other, { name: "Mine" })), expectedError("Invalid user group"));
  }
  assert.deepEqual(
    errorOf(await changes(hamlet, id, { deactivated: 1 })),
    expectedError("deactivated is not a boolean"),
  );
});

for (const setting of settings) {
  test(`${setting} accepts users and groups, and the change is rejected if the given old value is wrong`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello } = realm;
    const id = await createGroup(hamlet, "Players");
    const current = async () => (await named(realm, "Players"))[setting];
    const before = await current();
    const next = { direct_members: [othello.id, hamlet.id, othello.id], direct_subgroups: [] };

    assert.deepEqual(errorOf(await changes(hamlet, id, { [setting]: { new: next, old: only(othello) } })), [
      ...expectedError("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    ]);
    assert.deepEqual(await current(), before);
    assert.equal((await changes(hamlet, id, { [setting]: { new: next, old: before } })).msg, "");
    assert.deepEqual(await current(), only(hamlet, othello));
    const unordered = { direct_members: [othello.id, hamlet.id], direct_subgroups: [] };
    assert.equal((await changes(hamlet, id, { [setting]: { new: before, old: unordered } })).msg, "");
    assert.deepEqual(await current(), before);
  });

  test(`an invalid value of ${setting} is rejected, and the other changes of the request are not made`, async () => {
    const realm = await createTestOrganization();
    const { hamlet } = realm;
    const id = await createGroup(hamlet, "Players");
    const { everyoneAllowed } = groupSettings.group[setting];
    const set = async (value: unknown) => errorOf(await changes(hamlet, id, { name: "X", [setting]: { new: value } }));

    const [internet, everyone] = [await systemGroup(realm, "internet"), await systemGroup(realm, "everyone")];
    const not = (name: string) => expectedError(`'${setting}' setting cannot be set to 'role:${name}' group.`);
    assert.deepEqual(await set(internet), not("internet"));
    if (!everyoneAllowed) assert.deepEqual(await set(everyone), not("everyone"));
    assert.deepEqual(await set(2 ** 40), expectedError("Invalid user group"));
    assert.deepEqual(
      await set({ direct_members: [2 ** 40], direct_subgroups: [] }),
      expectedError(`Invalid user ID: ${2 ** 40}`),
    );
    assert.deepEqual(await set({ ...only(hamlet), direct_subgroups: [0] }), expectedError("Invalid user group ID: 0"));
    assert.equal((await groupsOf(realm)).has("X"), false);
  });
}

test("only users with the permission to manage the group, or to manage all groups, can change it", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, cordelia } = realm;
  const inner = await createGroup(cordelia, "Stewards", [cordelia]);
  const id = await createGroup(hamlet, "Players", [iago], { can_manage_group: inner, can_join_group: only(shiva) });
  const mayChange = async (person: TestUser) =>
    (await changes(person, id, { description: crypto.randomUUID() })).msg || "yes";

  const refusal = "Insufficient permission";
  const verdicts = await Promise.all([desdemona, iago, shiva, hamlet, cordelia].map(mayChange));
  assert.deepEqual(verdicts, ["yes", refusal, refusal, refusal, "yes"]);
  await desdemona.callOrThrow("PATCH", "/realm", { can_manage_all_groups: { new: only(shiva) } });
  assert.deepEqual(await Promise.all([desdemona, shiva].map(mayChange)), [refusal, "yes"]);
});

test("system groups cannot be changed by any user", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet } = realm;
  const refusal = expectedError("Insufficient permission");
  const own = await createGroup(desdemona, "Players");
  for (const name of ["nobody", "members", "everyone"]) {
    const path = `/user_groups/${await systemGroup(realm, name)}` as const;
    assert.deepEqual(errorOf(await desdemona.patch(path, { description: "Ours" })), refusal);
    assert.deepEqual(errorOf(await desdemona.patch(path, { can_mention_group: { new: only(hamlet) } })), refusal);
    assert.deepEqual(errorOf(await desdemona.patch(path, { deactivated: true })), refusal);
    assert.deepEqual(errorOf(await desdemona.post(`${path}/deactivate`)), refusal);
    assert.deepEqual(errorOf(await desdemona.post(`${path}/members`, { add: [hamlet.id] })), refusal);
    assert.deepEqual(errorOf(await desdemona.post(`${path}/members`, { delete: [hamlet.id] })), refusal);
    assert.deepEqual(errorOf(await desdemona.post(`${path}/subgroups`, { add: [own] })), refusal);
    assert.deepEqual(errorOf(await desdemona.post(`${path}/subgroups`, { delete: [own] })), refusal);
  }
});

test("if two requests expect the same previous value at the same time, only one succeeds", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const id = await createGroup(hamlet, "Players");
  const nobodyGroup = await systemGroup(realm, "nobody");
  const answers = await Promise.all(
    [othello, cordelia].map((one) => changes(hamlet, id, { can_join_group: { new: only(one), old: nobodyGroup } })),
  );
  assert.deepEqual(answers.map(({ msg }) => msg).sort(), ["", "'old' value does not match the expected value."]);
});
