import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  type Parameters,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import {
  changeMembers,
  createGroup,
  groupEvents,
  groupsOf,
  idsOf,
  membersOfGroup,
  only,
  errorOf,
  expectedError,
  systemGroup,
} from "#modules/groups/core/fixtures/groups.ts";

const NOTHING = 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".';
const INSUFFICIENT = expectedError("Insufficient permission");

const deactivates = ({ desdemona }: TestOrganization, { id }: TestUser) =>
  desdemona.callOrThrow("DELETE", `/users/${id}`);

async function contentsOf(realm: TestOrganization, name: string) {
  const group = (await groupsOf(realm)).get(name);
  return { members: group?.members, subgroups: group?.direct_subgroup_ids };
}

test("one request can add and remove users and subgroups, which happens in a fixed order, and all users receive the events", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius, bot } = realm;
  const [old, young] = [await createGroup(hamlet, "Old"), await createGroup(hamlet, "Young")];
  const id = await createGroup(hamlet, "Players", [othello], { subgroups: [old] });
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    const changes = { delete_subgroups: [old], delete: [othello.id, polonius.id], add_subgroups: [young] };
    const answer = await changeMembers(hamlet, id, {
      ...changes,
      add: [polonius.id, cordelia.id, bot.id, cordelia.id],
    });
    assert.equal(answer.msg, "");
  });

  for (const events of received) {
    assert.deepEqual(groupEvents(events), [
      { op: "add_members", group_id: id, user_ids: idsOf([cordelia, polonius, bot]) },
      { op: "remove_members", group_id: id, user_ids: idsOf([othello, polonius]) },
      { op: "add_subgroups", group_id: id, direct_subgroup_ids: [young] },
      { op: "remove_subgroups", group_id: id, direct_subgroup_ids: [old] },
    ]);
  }
  assert.deepEqual(await contentsOf(realm, "Players"), { members: idsOf([cordelia, bot]), subgroups: [young] });
});

const impossible: readonly [what: string, given: (ids: Record<string, number>) => Parameters, msg: string][] = [
  ["a missing change", () => ({}), NOTHING],
  ["empty lists", () => ({ add: [], delete: [], add_subgroups: [], delete_subgroups: [] }), NOTHING],
  [
    "an addition of an existing member",
    ({ member }) => ({ add: [member] }),
    "User {member} is already a member of this group",
  ],
  [
    "a removal of a user who is not a member",
    ({ other }) => ({ delete: [other] }),
    "There is no member '{other}' in this user group",
  ],
  ["an unknown user to add", () => ({ add: [2 ** 40] }), `Invalid user ID: ${2 ** 40}`],
  ["an unknown user to remove", () => ({ delete: [-1] }), "Invalid user ID: -1"],
  ["a deactivated user to add", ({ gone }) => ({ add: [gone] }), "Invalid user ID: {gone}"],
  ["a deactivated user to remove", ({ goneMember }) => ({ delete: [goneMember] }), "Invalid user ID: {goneMember}"],
  ["a user of another organization", ({ foreigner }) => ({ add: [foreigner] }), "Invalid user ID: {foreigner}"],
  [
    "an addition of an existing subgroup",
    ({ inner }) => ({ add_subgroups: [inner] }),
    "User group {inner} is already a subgroup of this group.",
  ],
  [
    "a removal of a group that is not a subgroup",
    ({ elsewhere }) => ({ delete_subgroups: [elsewhere] }),
    "User group {elsewhere} is not a subgroup of this group.",
  ],
  ["an unknown group to add", () => ({ add_subgroups: [2 ** 40] }), `Invalid user group ID: ${2 ** 40}`],
  ["an unknown group to remove", () => ({ delete_subgroups: [0] }), "Invalid user group ID: 0"],
  ["a deactivated group to add", ({ deactivated }) => ({ add_subgroups: [deactivated] }), "User group is deactivated."],
  [
    "a group of another organization",
    ({ foreign }) => ({ add_subgroups: [foreign] }),
    "Invalid user group ID: {foreign}",
  ],
  [
    "an addition of the group to itself",
    ({ group }) => ({ add_subgroups: [group] }),
    "User group {group} is already a subgroup of one of the passed subgroups.",
  ],
  [
    "an addition of a group that contains this group",
    ({ outermost }) => ({ add_subgroups: [outermost] }),
    "User group {group} is already a subgroup of one of the passed subgroups.",
  ],
  ["a list of names", () => ({ add: ["hamlet"] }), "add[0] is not an integer"],
  ["a value that is not a list", () => ({ delete_subgroups: 7 }), "delete_subgroups is not a list"],
];

async function prepare(realm: TestOrganization): Promise<Record<string, number>> {
  const { hamlet, othello, cordelia, shiva, polonius } = realm;
  const abroad = await createTestOrganization();
  const foreign = await createGroup(abroad.hamlet, "Players");
  const [inner, elsewhere] = [await createGroup(hamlet, "Inner"), await createGroup(hamlet, "Elsewhere")];
  const deactivated = await createGroup(hamlet, "Deactivated");
  await hamlet.callOrThrow("POST", `/user_groups/${deactivated}/deactivate`);
  const group = await createGroup(hamlet, "Players", [othello, shiva], { subgroups: [inner] });
  const outer = await createGroup(hamlet, "Outer", [], { subgroups: [group] });
  const outermost = await createGroup(hamlet, "Outermost", [], { subgroups: [outer] });
  await deactivates(realm, polonius);
  await deactivates(realm, shiva);
  const people = { member: othello.id, other: cordelia.id, gone: polonius.id, goneMember: shiva.id };
  return { ...people, foreigner: abroad.hamlet.id, foreign, inner, elsewhere, deactivated, group, outermost };
}

for (const [what, changesFor, msg] of impossible) {
  test(`a request to change members is rejected as a whole because of ${what}`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, iago } = realm;
    const ids = await prepare(realm);
    const group = ids["group"]!;
    const before = await contentsOf(realm, "Players");
    const message = msg.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
    const changes = changesFor(ids);
    const also = Object.values(changes).flat().length === 0 || "add" in changes ? {} : { add: [hamlet.id] };
    const [events] = await watchEvents([iago], async () => {
      assert.deepEqual(errorOf(await changeMembers(hamlet, group, { ...also, ...changes })), expectedError(message));
    });
    assert.deepEqual(events, []);
    assert.deepEqual(await contentsOf(realm, "Players"), before);
  });
}

test("changing the members of a group that does not exist fails", async () => {
  const [{ hamlet }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const foreign = await createGroup(elsewhere.hamlet, "Players");
  for (const id of [foreign, 2 ** 31 - 1]) {
    assert.deepEqual(
      errorOf(await changeMembers(hamlet, id, { add: [hamlet.id] })),
      expectedError("Invalid user group"),
    );
  }
});

type Setting =
  | "can_join_group"
  | "can_leave_group"
  | "can_add_members_group"
  | "can_remove_members_group"
  | "can_manage_group";

/**
 * The actions that each permission allows: join (add oneself), add (other users), leave (remove oneself), remove (other
 * users), nest (add subgroups), unnest (remove subgroups).
 */
const rights: Readonly<Record<Setting, string>> = {
  can_join_group: "join",
  can_leave_group: "leave",
  can_add_members_group: "join, add, nest",
  can_remove_members_group: "leave, remove, unnest",
  can_manage_group: "join, add, leave, remove, nest, unnest",
};

async function empties(person: TestUser, id: number): Promise<void> {
  const { members } = await person.callOrThrow("GET", `/user_groups/${id}/members`, { direct_member_only: true });
  const { subgroups } = await person.callOrThrow("GET", `/user_groups/${id}/subgroups`, { direct_subgroup_only: true });
  if (members.length + subgroups.length === 0) return;
  await person.callOrThrow("POST", `/user_groups/${id}/members`, { delete: members, delete_subgroups: subgroups });
}

/**
 * Creates a group of which only the permission `setting` is granted, to a group that contains Othello; none is granted
 * if `setting` is null. Returns the actions that Othello can perform.
 */
async function permissionsThrough(realm: TestOrganization, setting: Setting | null): Promise<string> {
  const { hamlet, othello, cordelia, desdemona } = realm;
  const nobodyGroup = await systemGroup(realm, "nobody");
  const count = (await groupsOf(realm)).size;
  const his = await createGroup(hamlet, `His ${count}`, [othello]);
  const closed = Object.fromEntries(Object.keys(rights).map((name) => [name, nobodyGroup]));
  const inner = await createGroup(hamlet, `Inner ${count}`);
  const id = await createGroup(desdemona, `Group ${count}`, [], { ...closed, ...(setting && { [setting]: his }) });
  const attempts: [what: string, before: Parameters | null, attempt: Parameters][] = [
    ["join", null, { add: [othello.id] }],
    ["add", null, { add: [othello.id, cordelia.id] }],
    ["leave", { add: [othello.id] }, { delete: [othello.id] }],
    ["remove", { add: [othello.id, cordelia.id] }, { delete: [othello.id, cordelia.id] }],
    ["nest", null, { add_subgroups: [inner] }],
    ["unnest", { add_subgroups: [inner] }, { delete_subgroups: [inner] }],
  ];
  const can: string[] = [];
  for (const [what, before, attempt] of attempts) {
    await empties(desdemona, id);
    if (before) await desdemona.callOrThrow("POST", `/user_groups/${id}/members`, before);
    const answer = await changeMembers(othello, id, attempt);
    if (answer.result === "success") can.push(what);
    else assert.deepEqual(errorOf(answer), INSUFFICIENT);
  }
  return can.join(", ");
}

for (const [setting, expected] of Object.entries(rights)) {
  test(`${setting} gives exactly these rights: ${expected}`, async () => {
    assert.equal(await permissionsThrough(await createTestOrganization(), setting as Setting), expected);
  });
}

test("a user without any of a group's permissions can perform no action on it, and a user who may manage all groups can perform all actions", async () => {
  const realm = await createTestOrganization();
  const { desdemona, othello } = realm;
  assert.equal(await permissionsThrough(realm, null), "");
  await desdemona.callOrThrow("PATCH", "/realm", { can_manage_all_groups: { new: only(othello, desdemona) } });
  assert.equal(await permissionsThrough(realm, null), rights.can_manage_group);
});

test("by default, users can leave a group that they are in, but cannot join one", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const id = await createGroup(hamlet, "Players", [othello]);
  assert.equal((await changeMembers(othello, id, { delete: [othello.id] })).msg, "");
  assert.deepEqual(errorOf(await changeMembers(cordelia, id, { add: [cordelia.id] })), INSUFFICIENT);
  assert.deepEqual(errorOf(await changeMembers(othello, id, { add: [othello.id] })), INSUFFICIENT);
});

test("a user who gains a permission by the first change of a request can use it for the next change", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const id = await createGroup(hamlet, "Players", [cordelia], { can_join_group: only(othello) });
  await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { can_remove_members_group: { new: id } });
  assert.deepEqual(errorOf(await changeMembers(othello, id, { delete: [cordelia.id] })), INSUFFICIENT);
  const both = { add: [othello.id], delete: [cordelia.id] };
  assert.equal((await changeMembers(othello, id, both)).msg, "");
  assert.deepEqual(await membersOfGroup(hamlet, id), [othello.id]);
});

test("deactivated users count as members of no group, and are members of the same groups as before once they are reactivated", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const inner = await createGroup(hamlet, "Inner", [othello, cordelia]);
  const outer = await createGroup(hamlet, "Outer", [othello], { subgroups: [inner] });
  await deactivates(realm, othello);
  assert.deepEqual(await membersOfGroup(hamlet, outer), [cordelia.id]);
  assert.deepEqual((await contentsOf(realm, "Inner")).members, [cordelia.id]);
  const path = `/user_groups/${outer}/members/${othello.id}` as const;
  assert.equal((await hamlet.callOrThrow("GET", path))["is_user_group_member"], false);

  await realm.desdemona.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  assert.deepEqual(await membersOfGroup(hamlet, outer), idsOf([othello, cordelia]));
  assert.equal((await hamlet.callOrThrow("GET", path))["is_user_group_member"], true);
});

test("a user whom two requests add to a group at the same time is added once", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, othello } = realm;
  const id = await createGroup(hamlet, "Players");
  const answers = await Promise.all([hamlet, desdemona].map((one) => changeMembers(one, id, { add: [othello.id] })));
  assert.deepEqual(answers.map(({ msg }) => msg).sort(), ["", `User ${othello.id} is already a member of this group`]);
});
