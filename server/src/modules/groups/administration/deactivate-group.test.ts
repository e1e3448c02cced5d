import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSameState, createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";
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
} from "#modules/groups/core/fixtures/groups.ts";

const deactivatesGroup = (person: TestUser, id: number) => person.post(`/user_groups/${id}/deactivate`);
const reactivatesGroup = (person: TestUser, id: number) => person.patch(`/user_groups/${id}`, { deactivated: false });
const inUse = expectedError("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE");

/**
 * Returns the events that a client without support for deactivated groups receives while `act` runs. Asserts that the
 * client's state is correct afterward.
 */
async function receivedWithoutSupport(person: TestUser, act: () => Promise<unknown>) {
  const registers = () =>
    person.registerQueue({ client_capabilities: { archived_channels: true, empty_topic_name: true } });
  const before = await registers();
  await act();
  const after = await registers();
  const events = await before.eventsUpTo(after.lastEventId);
  assertSameState(person.fullName, before.state, events, after.state);
  return groupEvents(events);
}

const capabilities = {
  "the deactivate endpoint": deactivatesGroup,
  "an update": (person: TestUser, id: number) => person.patch(`/user_groups/${id}`, { deactivated: true }),
};

for (const [manner, deactivate] of Object.entries(capabilities)) {
  test(`clients that do not support deactivated groups see a group deactivated by ${manner} as removed, and as added when it is reactivated`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, polonius, bot, othello } = realm;
    const id = await createGroup(hamlet, "Players", [othello]);
    const results: unknown[] = [];
    const received = await watchEvents([hamlet, polonius, bot], async () => {
      results.push(...(await receivedWithoutSupport(othello, () => deactivate(hamlet, id))));
      results.push(
        ...(await receivedWithoutSupport(othello, () => hamlet.patch(`/user_groups/${id}`, { name: "Veterans" }))),
      );
      results.push(...(await receivedWithoutSupport(othello, () => changeMembers(hamlet, id, { add: [polonius.id] }))));
      results.push(...(await receivedWithoutSupport(othello, () => reactivatesGroup(hamlet, id))));
    });

    for (const events of received) {
      assert.deepEqual(groupEvents(events), [
        { op: "update", group_id: id, data: { deactivated: true } },
        { op: "update", group_id: id, data: { name: "Veterans" } },
        { op: "add_members", group_id: id, user_ids: [polonius.id] },
        { op: "update", group_id: id, data: { deactivated: false } },
      ]);
    }
    const group = (await groupsOf(realm)).get("Veterans");
    assert.deepEqual(results, [
      { op: "remove", group_id: id },
      { op: "add", group },
    ]);
    assert.deepEqual([group?.deactivated, group?.members], [false, idsOf([othello, polonius])]);
  });

  test(`${manner} cannot deactivate a group in use, and the error lists where the group is used`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, desdemona, realmId } = realm;
    assert.ok(realmId);
    const id = await createGroup(hamlet, "Players");
    const outer = await createGroup(hamlet, "Outer", [], { subgroups: [id] });
    const among = { ...only(hamlet), direct_subgroups: [id] };
    const user = await createGroup(hamlet, "User", [], { can_mention_group: id, can_join_group: among });
    const channel = await hamlet.createChannel("stage", [hamlet], {
      can_send_message_group: among,
      can_subscribe_group: id,
    });
    await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { can_join_group: { new: id } });
    await desdemona.callOrThrow("PATCH", "/realm", {
      can_create_groups: { new: among },
      can_create_bots_group: { new: id },
    });
    const [events] = await watchEvents([hamlet], async () => {
      const answer = await deactivate(hamlet, id);
      assert.deepEqual(errorOf(answer), inUse);
      assert.deepEqual(answer.body["objections"], [
        { type: "subgroup", supergroup_ids: [outer] },
        { type: "channel", channel_id: channel, settings: ["can_send_message_group", "can_subscribe_group"] },
        { type: "user_group", group_id: id, settings: ["can_join_group"] },
        { type: "user_group", group_id: user, settings: ["can_join_group", "can_mention_group"] },
        { type: "realm", settings: ["can_create_bots_group", "can_create_groups"] },
      ]);
    });
    assert.deepEqual(events, []);
    assert.equal((await groupsOf(realm)).get("Players")?.deactivated, false);
  });
}

test("a group can be deactivated although deactivated groups or archived channels use it", async () => {
  const { hamlet } = await createTestOrganization();
  const id = await createGroup(hamlet, "Players");
  const outer = await createGroup(hamlet, "Outer", [], { subgroups: [id], can_mention_group: id });
  const channel = await hamlet.createChannel("stage", [hamlet], { can_send_message_group: id });
  const objections = async () =>
    ((await deactivatesGroup(hamlet, id)).body["objections"] as { type: string }[]).map(({ type }) => type);
  assert.deepEqual(await objections(), ["subgroup", "channel", "user_group"]);

  await hamlet.callOrThrow("POST", `/user_groups/${outer}/deactivate`);
  assert.deepEqual(await objections(), ["channel"]);
  await hamlet.callOrThrow("DELETE", `/streams/${channel}`);
  assert.equal((await deactivatesGroup(hamlet, id)).msg, "");
});

test("a request can remove the last use of a group and deactivate the group", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const id = await createGroup(hamlet, "Players");
  await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { can_join_group: { new: id } });
  const change = { can_join_group: { new: only(hamlet) }, deactivated: true, name: "Veterans" };
  await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, change);
  assert.equal((await groupsOf(realm)).get("Veterans")?.deactivated, true);
});

test("a group can be deactivated only once, and only users who may manage it can deactivate and reactivate it", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { hamlet, othello, iago, desdemona } = realm;
  const id = await createGroup(hamlet, "Players", [othello]);
  const foreign = await createGroup(elsewhere.hamlet, "Players");
  assert.deepEqual(errorOf(await deactivatesGroup(hamlet, foreign)), expectedError("Invalid user group"));
  for (const person of [othello, iago]) {
    assert.deepEqual(errorOf(await deactivatesGroup(person, id)), expectedError("Insufficient permission"));
  }
  await desdemona.callOrThrow("POST", `/user_groups/${id}/deactivate`);
  assert.deepEqual(errorOf(await deactivatesGroup(hamlet, id)), expectedError("User group is deactivated."));
  for (const person of [othello, iago]) {
    assert.deepEqual(errorOf(await reactivatesGroup(person, id)), expectedError("Insufficient permission"));
  }
  const [again] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { deactivated: true }),
  );
  assert.deepEqual(again, []);
  assert.equal((await reactivatesGroup(hamlet, id)).msg, "");
});

test("a deactivated group retains its name and members and can be renamed and emptied, but cannot be used in settings", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const inner = await createGroup(hamlet, "Inner", [othello]);
  const outer = await createGroup(hamlet, "Outer", [cordelia], { subgroups: [inner] });
  await hamlet.callOrThrow("POST", `/user_groups/${outer}/deactivate`);
  await hamlet.callOrThrow("POST", `/user_groups/${inner}/deactivate`);
  assert.deepEqual(await membersOfGroup(hamlet, outer), idsOf([othello, cordelia]));

  const duplicate = await hamlet.post("/user_groups/create", { name: "inner", description: "", members: [] });
  assert.deepEqual(errorOf(duplicate), expectedError("User group 'inner' already exists."));
  const used = await hamlet.post("/channels/create", { name: "stage", subscribers: [], can_subscribe_group: inner });
  assert.deepEqual(errorOf(used), expectedError("User group is deactivated."));
  await hamlet.callOrThrow("PATCH", `/user_groups/${inner}`, {
    name: "Innermost",
    can_join_group: { new: only(othello) },
  });
  await hamlet.callOrThrow("POST", `/user_groups/${inner}/members`, { delete: [othello.id] });
  assert.equal((await reactivatesGroup(hamlet, outer)).msg, "");
  await hamlet.callOrThrow("POST", `/user_groups/${outer}/members`, { delete_subgroups: [inner] });
  assert.deepEqual(await membersOfGroup(hamlet, outer), [cordelia.id]);
});

test("if a group is deactivated and put into use at the same time, one of the requests fails", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, othello } = realm;
  const uses = [
    (id: number) => desdemona.patch("/realm", { can_create_bots_group: { new: id } }),
    (id: number) => othello.post("/channels/create", { name: `c${id}`, subscribers: [], can_send_message_group: id }),
    (id: number) =>
      desdemona.patch("/realm", { can_create_groups: { new: { ...only(hamlet), direct_subgroups: [id] } } }),
    (id: number) =>
      hamlet.post("/user_groups/create", { name: `g${id}`, description: "", members: [], subgroups: [id] }),
    (id: number) =>
      hamlet.post("/user_groups/create", { name: `g${id}`, description: "", members: [], can_join_group: id }),
  ];
  for (const [index, use] of uses.entries()) {
    const id = await createGroup(desdemona, `Group ${index}`);
    const [deactivation, using] = await Promise.all([deactivatesGroup(desdemona, id), use(id)]);
    const messages = [deactivation.msg, using.msg];
    const either = [
      ["Cannot deactivate user group in use.", ""],
      ["", "User group is deactivated."],
    ];
    assert.ok(
      either.some((one) => one.join() === messages.join()),
      `${index}: ${messages.join()}`,
    );
    await desdemona.callOrThrow("PATCH", "/realm", { can_create_groups: { new: only(hamlet, desdemona) } });
  }
});
