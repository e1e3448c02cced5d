import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  clock,
  countStatements,
  days,
  createTestOrganization,
  watchEvents,
  type Parameters,
  type ReceivedEvent,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";
import { grantingSettings } from "@parlance/contract/rules/channel-access.ts";
import { changeMembers, createGroup, idsOf, only, systemGroup } from "#modules/groups/core/fixtures/groups.ts";
import { refreshFullMembers } from "#modules/organizations/settings/actions/refresh-full-members.ts";

/**
 * Returns a text that lists the ids of channels that became visible, after "+", and of those that are no longer
 * visible, after "-".
 */
function visibilityChanges(events: readonly ReceivedEvent[] | undefined): string {
  const named = (ids: number[]) => ids.join();
  return (events ?? [])
    .filter((event) => event.type === "stream")
    .map((event) => {
      if (event.op === "create") return `+${named(event.streams.map((one) => one.stream_id))}`;
      return event.op === "delete" ? `-${named(event.stream_ids)}` : event.op;
    })
    .join(" ");
}

/**
 * Creates a private channel of Othello. A group has the permission `setting` for it because another group that has the
 * permission contains it.
 */
async function stage(realm: TestOrganization, setting: (typeof grantingSettings)[number]) {
  const { othello } = realm;
  const inner = await createGroup(othello, "Inner");
  const outer = await createGroup(othello, "Outer", [], { subgroups: [inner] });
  const named = { ...only(othello), direct_subgroups: [outer] };
  const channel = await othello.createChannel("secret", [othello], { invite_only: true, [setting]: named });
  await othello.createChannel("other", [othello], { invite_only: true });
  await othello.createChannel("posting", [othello], { invite_only: true, can_send_message_group: inner });
  return { inner, outer, channel };
}

for (const setting of grantingSettings) {
  test(`a user added to a group in ${setting} receives the private channel, and loses it when removed`, async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello, cordelia, polonius, iago } = realm;
    const { inner, channel } = await stage(realm, setting);
    const change = async (changes: Parameters) => {
      const received = await watchEvents([hamlet, cordelia, polonius, iago, othello], () =>
        othello.callOrThrow("POST", `/user_groups/${inner}/members`, changes),
      );
      return received.map(visibilityChanges);
    };

    const people = idsOf([hamlet, polonius, iago, othello]);
    assert.deepEqual(await change({ add: people }), [`+${channel}`, "", "", "", ""]);
    assert.deepEqual(await change({ delete: [hamlet.id], add: [cordelia.id] }), [
      `-${channel}`,
      `+${channel}`,
      "",
      "",
      "",
    ]);
  });
}

test("if a user can also see a channel for another reason, it stays visible when the user joins or leaves a group with a permission for it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const { inner, outer, channel } = await stage(realm, "can_subscribe_group");
  await changeMembers(othello, outer, { add: [hamlet.id] });
  const [toHamlet] = await watchEvents([hamlet], async () => {
    await changeMembers(othello, inner, { add: [hamlet.id] });
    await changeMembers(othello, outer, { delete: [hamlet.id] });
  });
  assert.equal(visibilityChanges(toHamlet), "");
  await othello.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "secret" }],
    principals: [hamlet.id],
  });
  const [toSubscriber] = await watchEvents([hamlet], () => changeMembers(othello, inner, { delete: [hamlet.id] }));
  assert.equal(visibilityChanges(toSubscriber), "");
  assert.equal((await hamlet.get(`/streams/${channel}`)).result, "success");
});

test("when a group is added to another group, its members can see the other group's channels, until it is removed", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  const { inner, channel } = await stage(realm, "can_subscribe_group");
  const second = await createGroup(othello, "Second");
  const another = await othello.createChannel("another", [othello], {
    invite_only: true,
    can_add_subscribers_group: inner,
  });
  const guests = await createGroup(othello, "Guests", [polonius, hamlet], { subgroups: [second] });
  await changeMembers(othello, second, { add: [cordelia.id] });
  const change = async (changes: Parameters) => {
    const received = await watchEvents([hamlet, cordelia, polonius], () =>
      othello.callOrThrow("POST", `/user_groups/${inner}/subgroups`, changes),
    );
    return received.map(visibilityChanges);
  };

  assert.deepEqual(await change({ add: [guests] }), [`+${channel},${another}`, `+${channel},${another}`, ""]);
  assert.deepEqual(await change({ delete: [guests], add: [second] }), [`-${channel},${another}`, "", ""]);
});

test("deactivating and reactivating a group does not change which channels its members can see", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const { inner, channel } = await stage(realm, "can_subscribe_group");
  const group = await createGroup(othello, "Group", [hamlet], {});
  await changeMembers(othello, inner, { add_subgroups: [group] });
  // The group that contains this group is deactivated, because otherwise this group could not be deactivated. The
  // permissions of the containing group still apply.
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("user_group").set({ is_deactivated: true }).where("id", "=", inner).execute(),
  );
  const [toHamlet] = await watchEvents([hamlet], async () => {
    await othello.callOrThrow("POST", `/user_groups/${group}/deactivate`);
    assert.equal((await hamlet.get(`/streams/${channel}`)).result, "success");
    await othello.callOrThrow("PATCH", `/user_groups/${group}`, { deactivated: false });
  });
  assert.equal(visibilityChanges(toHamlet), "");
});

test("when a user becomes a full member after the waiting period, he or she receives events about channels that become visible", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, bot, polonius, iago, desdemona, realmId, server } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { waiting_period_threshold: 3 });
  const fullMembers = await systemGroup(realm, "fullmembers");
  const channel = await iago.createChannel("secret", [iago], { invite_only: true, can_subscribe_group: fullMembers });
  const at = async (now: Date) => {
    const refresh = () => server.db.write((tx) => refreshFullMembers(tx, realmId, now));
    return (await watchEvents([hamlet, othello, bot, polonius, iago], refresh)).map(visibilityChanges);
  };
  const soon = clock.now().getTime();
  const gained = `+${channel}`;
  assert.deepEqual(await at(new Date(soon + days(4))), [gained, gained, gained, "", ""]);
  const lost = `-${channel}`;
  assert.deepEqual(await at(new Date(soon)), [lost, lost, lost, "", ""]);
});

test("making a channel visible to many users takes at most one statement more than for one user", async () => {
  const realm = await createTestOrganization();
  const { othello, hamlet, realmId, server } = realm;
  const { inner } = await stage(realm, "can_subscribe_group");
  const public_ = await othello.createChannel("public");
  await addBulkMembers(server.db, { realmId, channelId: public_, size: 500 });
  const one = await createGroup(othello, "One", [hamlet]);
  const everyone = await systemGroup(realm, "members");
  const work = (add: number[]) =>
    countStatements(server.db.pool, () => othello.callOrThrow("POST", `/user_groups/${inner}/subgroups`, { add }));
  const forOne = await work([one]);
  const forAll = await work([everyone]);
  assert.ok(
    forAll.statements <= forOne.statements + 1,
    `${forAll.statements} statements, ${forOne.statements} for one`,
  );
});

test("after concurrent changes of a group and of channels, each client knows exactly the channels that its user can see", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, desdemona } = realm;
  const closed = { invite_only: true, can_administer_channel_group: await systemGroup(realm, "nobody") };
  for (let round = 0; round < 4; round += 1) {
    const id = await createGroup(desdemona, `Group ${round}`, [cordelia]);
    const [granting, losing, closing] = [
      await desdemona.createChannel(`granting ${round}`, [desdemona], closed),
      await desdemona.createChannel(`losing ${round}`, [desdemona], { ...closed, can_subscribe_group: id }),
      await desdemona.createChannel(`closing ${round}`, [desdemona], { can_subscribe_group: id }),
    ];
    await watchEvents([hamlet, cordelia, othello], () =>
      Promise.all([
        changeMembers(desdemona, id, { add: [hamlet.id], delete: [cordelia.id] }),
        desdemona.callOrThrow("PATCH", `/streams/${granting}`, { can_subscribe_group: { new: id } }),
        desdemona.callOrThrow("PATCH", `/streams/${losing}`, { can_subscribe_group: { new: only(othello) } }),
        desdemona.callOrThrow("PATCH", `/streams/${closing}`, { is_private: true }),
        desdemona.callOrThrow("POST", "/users/me/subscriptions", {
          subscriptions: [{ name: `losing ${round}` }],
          principals: [othello.id],
        }),
      ]),
    );
  }
});

test("a user who is added to a group while other users subscribe to its channel receives the complete list of subscribers", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, shiva, iago, desdemona } = realm;
  const id = await createGroup(desdemona, "Group");
  const names = ["one", "two", "three"];
  for (const name of names) {
    await desdemona.createChannel(name, [desdemona], { invite_only: true, can_subscribe_group: id });
  }
  const subscribes = (principals: number[]) =>
    desdemona.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: names.map((name) => ({ name })),
      principals,
    });
  for (let round = 0; round < 3; round += 1) {
    await watchEvents([hamlet], () =>
      Promise.all([
        ...[othello, cordelia, shiva, iago].map((person) => subscribes([person.id])),
        changeMembers(desdemona, id, { add: [hamlet.id] }),
      ]),
    );
    await watchEvents([hamlet], () =>
      Promise.all([
        ...[othello, cordelia, shiva, iago].map((person) =>
          desdemona.delete("/users/me/subscriptions", { subscriptions: names, principals: [person.id] }),
        ),
        changeMembers(desdemona, id, { delete: [hamlet.id] }),
      ]),
    );
  }
});
