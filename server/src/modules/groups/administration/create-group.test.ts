import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, watchEvents, type Parameters } from "@parlance/testkit";
import {
  createGroup,
  groupEvents,
  groupsOf,
  idsOf,
  only,
  errorOf,
  expectedError,
  systemGroup,
} from "#modules/groups/core/fixtures/groups.ts";

const creation = (more: Parameters = {}) => ({ name: "Players", description: "On stage", members: [], ...more });

type Name = "desdemona" | "hamlet" | "polonius" | "bot";

interface Refusal {
  readonly what: string;
  readonly as?: Name;
  readonly parameters?: Parameters;
  readonly msg: string;
  readonly code?: string;
}

const refusals: readonly Refusal[] = [
  { what: "a guest", as: "polonius", msg: "Not allowed for guest users" },
  { what: "a bot", as: "bot", msg: "This endpoint does not accept bot requests." },
  ...["name", "description", "members"].map((name) => ({
    what: `no ${name}`,
    parameters: { [name]: undefined },
    msg: `Missing '${name}' argument`,
    code: "REQUEST_VARIABLE_MISSING",
  })),
  { what: "a blank name", parameters: { name: " \t" }, msg: "User group name can't be empty!" },
  { what: "a long name", parameters: { name: "👋".repeat(101) }, msg: "User group name cannot exceed 100 characters." },
  ...["@", "role:", "user:", "stream:", "channel:"].map((prefix) => ({
    what: `a name that begins with ${prefix}`,
    parameters: { name: ` ${prefix}players` },
    msg: `User group name cannot start with '${prefix}'.`,
  })),
  { what: "an existing name", parameters: { name: " GUARDS " }, msg: "User group 'GUARDS' already exists." },
  { what: "a member list that is not a list", parameters: { members: 7 }, msg: "members is not a list" },
  { what: "members by name", parameters: { members: ["hamlet"] }, msg: "members[0] is not an integer" },
  { what: "an unknown member", parameters: { members: [2 ** 40] }, msg: `Invalid user ID: ${2 ** 40}` },
  { what: "an unknown subgroup", parameters: { subgroups: [-1] }, msg: "Invalid user group ID: -1" },
  { what: "an unknown group in a setting", parameters: { can_join_group: 2 ** 40 }, msg: "Invalid user group" },
  {
    what: "an unknown user in a setting",
    parameters: { can_join_group: { direct_members: [0], direct_subgroups: [] } },
    msg: "Invalid user ID: 0",
  },
  {
    what: "an incomplete setting",
    parameters: { can_join_group: { direct_members: [] } },
    msg: 'can_join_group["direct_subgroups"] field is missing: Field required',
  },
];

for (const { what, as = "hamlet", parameters = {}, msg, code } of refusals) {
  test(`creating a group is rejected: ${what}`, async () => {
    const realm = await createTestOrganization();
    await createGroup(realm.othello, "Guards");
    const [toIago] = await watchEvents([realm.iago], async () => {
      assert.deepEqual(
        errorOf(await realm[as].post("/user_groups/create", creation(parameters))),
        expectedError(msg, code),
      );
    });
    assert.deepEqual(toIago, []);
  });
}

test("all users, including guests and bots, receive an event about a new group, which has the requested properties", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, polonius, bot } = realm;
  const inner = await createGroup(othello, "Guards");
  const moderators = await systemGroup(realm, "moderators");
  const parameters = creation({
    name: " Players ",
    members: [polonius.id, othello.id, othello.id],
    subgroups: [moderators, inner],
    can_join_group: only(othello),
    can_mention_group: { direct_members: [], direct_subgroups: [inner] },
  });
  let id = 0;
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    id = (await hamlet.callOrThrow("POST", "/user_groups/create", parameters))["group_id"];
  });

  const group = {
    id,
    name: "Players",
    description: "On stage",
    creator_id: hamlet.id,
    date_created: Math.floor(clock.now().getTime() / 1000),
    is_system_group: false,
    deactivated: false,
    members: idsOf([othello, polonius]),
    direct_subgroup_ids: [],
    can_add_members_group: only(hamlet),
    can_join_group: only(othello),
    can_leave_group: await systemGroup(realm, "everyone"),
    can_manage_group: only(hamlet),
    can_mention_group: inner,
    can_remove_members_group: await systemGroup(realm, "nobody"),
  };
  const subgroups = [moderators, inner].sort((a, b) => a - b);
  for (const events of received) {
    assert.deepEqual(groupEvents(events), [
      { op: "add", group: { ...group, date_created: events[0]?.["group"]?.date_created } },
      { op: "add_subgroups", group_id: id, direct_subgroup_ids: subgroups },
    ]);
  }
  assert.deepEqual((await groupsOf(realm)).get("Players"), {
    ...group,
    date_created: received[0]?.[0]?.["group"]?.date_created,
    direct_subgroup_ids: subgroups,
  });
});

test("a group's name can have up to 100 characters, and can equal the name of a group in another organization", async () => {
  const [{ hamlet }, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const name = "👋".repeat(100);
  await createGroup(elsewhere.hamlet, name);
  await createGroup(hamlet, name);
});

test("deactivated groups, and users and groups of other organizations, can neither become members of a group nor be used in its settings", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { hamlet, iago } = realm;
  const foreign = await createGroup(elsewhere.hamlet, "Foreigners");
  const old = await createGroup(hamlet, "Veterans");
  await hamlet.callOrThrow("POST", `/user_groups/${old}/deactivate`);
  const creates = async (more: Parameters) =>
    errorOf(await iago.post("/user_groups/create", creation({ name: "New", ...more })));

  const { id } = elsewhere.othello;
  assert.deepEqual(await creates({ members: [id] }), expectedError(`Invalid user ID: ${id}`));
  assert.deepEqual(await creates({ subgroups: [foreign] }), expectedError(`Invalid user group ID: ${foreign}`));
  assert.deepEqual(await creates({ subgroups: [old] }), expectedError("User group is deactivated."));
  assert.deepEqual(await creates({ can_join_group: foreign }), expectedError("Invalid user group"));
  assert.deepEqual(await creates({ can_join_group: old }), expectedError("User group is deactivated."));
  assert.equal((await groupsOf(realm)).has("New"), false);
});

test("only users with the organization's permission can create groups; administrators are no exception", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, othello } = realm;
  const mayCreate = async (person: typeof hamlet) =>
    (await person.post("/user_groups/create", creation({ name: crypto.randomUUID() }))).msg || "yes";
  await desdemona.callOrThrow("PATCH", "/realm", { can_create_groups: { new: only(othello) } });

  assert.deepEqual(await Promise.all([othello, hamlet, iago, desdemona].map(mayCreate)), [
    "yes",
    "Insufficient permission",
    "Insufficient permission",
    "Insufficient permission",
  ]);
});

test("if two groups with the same name are created at the same time, only one request succeeds", async () => {
  const { hamlet, othello, ...realm } = await createTestOrganization();
  const answers = await Promise.all([hamlet, othello].map((one) => one.post("/user_groups/create", creation())));
  assert.deepEqual(answers.map(({ msg }) => msg).sort(), ["", "User group 'Players' already exists."]);
  assert.equal([...(await groupsOf(realm)).keys()].filter((name) => name === "Players").length, 1);
});
