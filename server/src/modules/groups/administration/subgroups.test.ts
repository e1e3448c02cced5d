import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type Parameters, type TestUser } from "@parlance/testkit";
import {
  changeMembers,
  createGroup,
  groupEvents,
  groupsOf,
  idsOf,
  membersOfGroup,
  errorOf,
  expectedError,
  systemGroup,
} from "#modules/groups/core/fixtures/groups.ts";

const nests = (person: TestUser, id: number, changes: Parameters) =>
  person.post(`/user_groups/${id}/subgroups`, changes);
const ascending = (...ids: number[]) => ids.sort((a, b) => a - b);

async function subgroupsOf(person: TestUser, id: number, more: Parameters = {}): Promise<number[]> {
  const { subgroups } = await person.callOrThrow("GET", `/user_groups/${id}/subgroups`, more);
  return subgroups;
}

test("one request can add and remove subgroups of a group, and all users receive the events", async () => {
  const realm = await createTestOrganization();
  const { hamlet, polonius, bot } = realm;
  const [one, two] = [await createGroup(hamlet, "One"), await createGroup(hamlet, "Two")];
  const moderators = await systemGroup(realm, "moderators");
  const id = await createGroup(hamlet, "Players", [], { subgroups: [one] });
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    assert.equal((await nests(hamlet, id, { delete: [one], add: [two, moderators, two] })).msg, "");
  });
  for (const events of received) {
    assert.deepEqual(groupEvents(events), [
      { op: "add_subgroups", group_id: id, direct_subgroup_ids: ascending(two, moderators) },
      { op: "remove_subgroups", group_id: id, direct_subgroup_ids: [one] },
    ]);
  }
  assert.deepEqual(await subgroupsOf(hamlet, id, { direct_subgroup_only: true }), ascending(two, moderators));
});

test("if one subgroup of a request cannot be added or removed, none is", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { hamlet } = realm;
  const foreign = await createGroup(elsewhere.hamlet, "Players");
  const [free, inner, old] = [
    await createGroup(hamlet, "Free"),
    await createGroup(hamlet, "Inner"),
    await createGroup(hamlet, "Old"),
  ];
  await hamlet.callOrThrow("POST", `/user_groups/${old}/deactivate`);
  const id = await createGroup(hamlet, "Players", [], { subgroups: [inner] });
  const nestingError = async (changes: Parameters) => errorOf(await nests(hamlet, id, changes));

  assert.deepEqual(await nestingError({}), expectedError('Nothing to do. Specify at least one of "add" or "delete".'));
  assert.deepEqual(
    await nestingError({ add: [], delete: [] }),
    expectedError('Nothing to do. Specify at least one of "add" or "delete".'),
  );
  assert.deepEqual(await nestingError({ add: [free, foreign] }), expectedError(`Invalid user group ID: ${foreign}`));
  assert.deepEqual(await nestingError({ add: [free, old] }), expectedError("User group is deactivated."));
  assert.deepEqual(
    await nestingError({ add: [free, inner] }),
    expectedError(`User group ${inner} is already a subgroup of this group.`),
  );
  assert.deepEqual(
    await nestingError({ add: [free], delete: [foreign] }),
    expectedError(`Invalid user group ID: ${foreign}`),
  );
  assert.deepEqual(
    await nestingError({ add: [free], delete: [old] }),
    expectedError(`User group ${old} is not a subgroup of this group.`),
  );
  assert.deepEqual(
    await nestingError({ add: [free, id] }),
    expectedError(`User group ${id} is already a subgroup of one of the passed subgroups.`),
  );
  assert.deepEqual(await nestingError({ add: ["free"] }), expectedError("add[0] is not an integer"));
  assert.deepEqual(errorOf(await nests(hamlet, foreign, { add: [free] })), expectedError("Invalid user group"));
  assert.deepEqual(await subgroupsOf(hamlet, id), [inner]);
});

test("a group contains the users and subgroups of all its subgroups, including system groups, each once", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius, desdemona, iago, shiva } = realm;
  const moderators = await systemGroup(realm, "moderators");
  const within = [moderators, await systemGroup(realm, "administrators"), await systemGroup(realm, "owners")];
  const core = await createGroup(hamlet, "Core", [othello, polonius], { subgroups: [moderators] });
  const [left, right] = [
    await createGroup(hamlet, "Left", [othello], { subgroups: [core] }),
    await createGroup(hamlet, "Right", [cordelia], { subgroups: [core] }),
  ];
  const all = await createGroup(hamlet, "All", [], { subgroups: [left, right] });

  assert.deepEqual(await subgroupsOf(hamlet, all), ascending(left, right, core, ...within));
  assert.deepEqual(await subgroupsOf(hamlet, all, { direct_subgroup_only: true }), ascending(left, right));
  const people = idsOf([othello, polonius, cordelia, desdemona, iago, shiva]);
  assert.deepEqual(await membersOfGroup(hamlet, all), people);
  const direct = await hamlet.callOrThrow("GET", `/user_groups/${all}/members`, { direct_member_only: true });
  assert.deepEqual(direct["members"], []);
  const isMember = async ({ id }: TestUser, more: Parameters = {}) =>
    (await hamlet.callOrThrow("GET", `/user_groups/${all}/members/${id}`, more))["is_user_group_member"];
  assert.equal(await isMember(shiva), true);
  assert.equal(await isMember(shiva, { direct_member_only: true }), false);
  assert.equal(await isMember(hamlet), false);
  await changeMembers(hamlet, all, { add: [hamlet.id] });
  assert.equal(await isMember(hamlet, { direct_member_only: true }), true);
});

test("the members of system groups can be listed in the same way as those of other groups", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, iago, shiva } = realm;
  assert.deepEqual(
    await membersOfGroup(hamlet, await systemGroup(realm, "moderators")),
    idsOf([desdemona, iago, shiva]),
  );
  assert.deepEqual(await membersOfGroup(hamlet, await systemGroup(realm, "nobody")), []);
});

test("the list of groups is ordered by id, and contains deactivated groups only if the request asks for them", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const old = await createGroup(hamlet, "Old");
  const young = await createGroup(hamlet, "Young");
  await hamlet.callOrThrow("POST", `/user_groups/${old}/deactivate`);
  const listed = async (more: Parameters) =>
    ((await hamlet.callOrThrow("GET", "/user_groups", more))["user_groups"] as { id: number }[]).map(({ id }) => id);
  const all = [...(await groupsOf(realm)).values()].map(({ id }) => id);

  assert.deepEqual(all, ascending(...all));
  assert.deepEqual(all.slice(-2), [old, young]);
  assert.deepEqual(await listed({ include_deactivated_groups: true }), all);
  assert.deepEqual(
    await listed({}),
    all.filter((id) => id !== old),
  );
});

test("the members and subgroups of a deactivated group can still be listed", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const inner = await createGroup(hamlet, "Inner", [othello]);
  const old = await createGroup(hamlet, "Old", [hamlet], { subgroups: [inner] });
  await hamlet.callOrThrow("POST", `/user_groups/${old}/deactivate`);
  assert.deepEqual(await membersOfGroup(othello, old), idsOf([hamlet, othello]));
  assert.deepEqual(await subgroupsOf(othello, old), [inner]);
});

test("listing the members or subgroups of a group that does not exist fails", async () => {
  const [{ hamlet }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const own = await createGroup(hamlet, "Players");
  const foreign = await createGroup(elsewhere.hamlet, "Players");
  for (const path of ["members", "subgroups", `members/${hamlet.id}`] as const) {
    assert.deepEqual(errorOf(await hamlet.get(`/user_groups/${foreign}/${path}`)), expectedError("Invalid user group"));
  }
  for (const id of [elsewhere.hamlet.id, 2 ** 31 - 1]) {
    assert.deepEqual(errorOf(await hamlet.get(`/user_groups/${own}/members/${id}`)), expectedError("No such user"));
  }
  const response = await hamlet.call("GET", `/user_groups/${own}/members`, { direct_member_only: "yes" });
  assert.deepEqual(errorOf(response), expectedError("direct_member_only is not valid JSON"));
});

test("of two concurrent requests that together would create a cycle of groups, exactly one succeeds", async () => {
  const { hamlet, desdemona } = await createTestOrganization();
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await createGroup(hamlet, `One ${round}`), await createGroup(hamlet, `Two ${round}`)];
    const answers = await Promise.all([
      nests(hamlet, one, { add: [two] }),
      changeMembers(desdemona, two, { add_subgroups: [one] }),
    ]);
    assert.deepEqual(answers.map(({ result }) => result).sort(), ["error", "success"]);
    assert.match(
      answers.map(({ msg }) => msg).join(""),
      /^User group \d+ is already a subgroup of one of the passed subgroups\.$/,
    );
  }
});

test("of several concurrent requests that together would create a long cycle of groups, all except one succeed", async () => {
  const { hamlet } = await createTestOrganization();
  const ring: number[] = [];
  for (let index = 0; index < 6; index += 1) ring.push(await createGroup(hamlet, `Group ${index}`));
  const answers = await Promise.all(
    ring.map((id, index) => nests(hamlet, id, { add: [ring[(index + 1) % ring.length]] })),
  );
  assert.equal(answers.filter(({ result }) => result === "error").length, 1);
});
