import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES, createTestOrganization, watchEvents } from "@parlance/testkit";
import { auditedActs, createLinkifier, BUG, ISSUE, listLinkifiers } from "./fixtures/linkifiers.ts";

test("a new linkifier is added at the end of the list, which is published to every user, including guests", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, polonius, bot } = realm;
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    await createLinkifier(iago, ISSUE);
    await createLinkifier(iago, BUG);
  });
  const [issue, bug] = await listLinkifiers(polonius);
  assert.deepEqual(
    [issue, bug],
    [
      { id: issue?.["id"], ...ISSUE },
      { id: bug?.["id"], ...BUG },
    ],
  );
  for (const events of received) {
    assert.deepEqual(
      events.map(({ type, realm_linkifiers }) => [type, realm_linkifiers]),
      [
        ["realm_linkifiers", [issue]],
        ["realm_linkifiers", [issue, bug]],
      ],
    );
  }
  const { state } = await polonius.registerQueue({ fetch_event_types: ["realm_linkifiers", "realm_filters"] });
  assert.deepEqual([state["realm_linkifiers"], state["realm_filters"]], [[issue, bug], []]);
  const [act] = await auditedActs(realm);
  const { act: name, actor_id, target_id, before, after } = act ?? {};
  assert.deepEqual(
    [name, actor_id, target_id, before, after],
    ["linkifier.created", iago.id, issue?.["id"], null, issue],
  );
});

test("clients that do not support URL templates get no linkifiers", async () => {
  const { iago, hamlet } = await createTestOrganization();
  await createLinkifier(iago, ISSUE);
  const older = { client_capabilities: { ...ALL_CAPABILITIES, linkifier_url_template: false } };
  const [events] = await watchEvents([hamlet], () => createLinkifier(iago, BUG), older);
  assert.deepEqual(events, []);
  const { state } = await hamlet.registerQueue(older);
  assert.deepEqual([state["realm_linkifiers"], state["realm_filters"]], [[], []]);
});

test("a changed linkifier keeps its position, and the change is recorded in the audit log", async () => {
  const realm = await createTestOrganization();
  const { iago, othello } = realm;
  const [first, second] = [await createLinkifier(iago, ISSUE), await createLinkifier(iago, BUG)];
  const wanted = { pattern: "issue (?P<n>\\d+)", url_template: "https://example.com/{n}" };
  const [events] = await watchEvents([othello], () => iago.callOrThrow("PATCH", `/realm/filters/${first}`, wanted));
  const expected = [
    { id: first, ...wanted },
    { id: second, ...BUG },
  ];
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => realm_linkifiers),
    [expected],
  );
  assert.deepEqual(await listLinkifiers(othello), expected);
  const act = (await auditedActs(realm)).at(-1);
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.changed", first, ISSUE, wanted]);
});

test("changing a linkifier to the same definition, or setting the same order, publishes no event", async () => {
  const realm = await createTestOrganization();
  const [first, second] = [await createLinkifier(realm.iago, ISSUE), await createLinkifier(realm.iago, BUG)];
  const [events] = await watchEvents([realm.hamlet], async () => {
    await realm.iago.callOrThrow("PATCH", `/realm/filters/${first}`, ISSUE);
    await realm.iago.callOrThrow("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: [first, second] });
  });
  assert.deepEqual(events, []);
  assert.equal((await auditedActs(realm)).length, 2);
});

test("after a linkifier is deleted, its pattern can be used again", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet } = realm;
  const [first, second] = [await createLinkifier(desdemona, ISSUE), await createLinkifier(desdemona, BUG)];
  const [events] = await watchEvents([hamlet], () => desdemona.callOrThrow("DELETE", `/realm/filters/${first}`));
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => realm_linkifiers),
    [[{ id: second, ...BUG }]],
  );
  const act = (await auditedActs(realm)).at(-1);
  const before = { id: first, ...ISSUE };
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.deleted", first, before, null]);
  const third = await createLinkifier(desdemona, ISSUE);
  assert.deepEqual(
    (await listLinkifiers(hamlet)).map(({ id }) => id),
    [second, third],
  );
});

test("a new order must name each linkifier exactly once", async () => {
  const realm = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const { iago, hamlet } = realm;
  const other = await createLinkifier(elsewhere.iago, ISSUE);
  const ids = [await createLinkifier(iago, ISSUE), await createLinkifier(iago, BUG)] as const;
  const [first, second] = ids;
  const [events] = await watchEvents([hamlet], async () => {
    for (const order of [
      [],
      [first],
      [first, first],
      [first, second, second],
      [first, second, other],
      [first, other],
    ]) {
      const { status, code, msg } = await iago.patch("/realm/linkifiers", { ordered_linkifier_ids: order });
      const text = "Ordered list must enumerate all existing linkifiers exactly once";
      assert.deepEqual([order, status, code, msg], [order, 400, "BAD_REQUEST", text]);
    }
    await iago.callOrThrow("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: [second, first] });
  });
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => realm_linkifiers),
    [
      [
        { id: second, ...BUG },
        { id: first, ...ISSUE },
      ],
    ],
  );
  const act = (await auditedActs(realm)).at(-1);
  const orders = [{ order: [first, second] }, { order: [second, first] }];
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.reordered", null, ...orders]);
  for (const [changes, text] of [
    [undefined, "Missing 'ordered_linkifier_ids' argument"],
    ["x", "ordered_linkifier_ids is not valid JSON"],
    ["{}", "ordered_linkifier_ids is not a list"],
    ['["1"]', "ordered_linkifier_ids[0] is not an integer"],
  ] as const) {
    const { msg } = await iago.call(
      "PATCH",
      "/realm/linkifiers",
      changes === undefined ? {} : { ordered_linkifier_ids: changes },
    );
    assert.equal(msg, text);
  }
});

test("only administrators can change linkifiers", async () => {
  const { iago, shiva, hamlet, polonius } = await createTestOrganization();
  const id = await createLinkifier(iago, ISSUE);
  const [events] = await watchEvents([iago], async () => {
    for (const person of [shiva, hamlet, polonius]) {
      const answers = [
        await person.post("/realm/filters", BUG),
        await person.patch(`/realm/filters/${id}`, BUG),
        await person.patch("/realm/linkifiers", { ordered_linkifier_ids: [id] }),
        await person.delete(`/realm/filters/${id}`),
      ];
      for (const { status, code, msg } of answers) {
        assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
      }
    }
  });
  assert.deepEqual(events, []);
});

test("a linkifier that does not exist, or belongs to another organization, is not found", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const other = await createLinkifier(elsewhere.iago, ISSUE);
  for (const id of [other, 0, 2_147_483_647]) {
    for (const answer of [await iago.patch(`/realm/filters/${id}`, BUG), await iago.delete(`/realm/filters/${id}`)]) {
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Linkifier not found."]);
    }
  }
  assert.deepEqual(await listLinkifiers(hamlet), []);
  assert.equal((await listLinkifiers(elsewhere.hamlet)).length, 1);
});

test("simultaneous changes by administrators do not overwrite each other", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const numbers = Array.from({ length: 6 }, (_, index) => index);
  const [events] = await watchEvents([hamlet], () =>
    Promise.all(
      numbers.map((n) =>
        createLinkifier(n % 2 ? iago : desdemona, { ...ISSUE, pattern: `${"ABCDEF"[n]}#(?P<id>\\d+)` }),
      ),
    ),
  );
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => (realm_linkifiers as unknown[]).length),
    [1, 2, 3, 4, 5, 6],
  );
  const ids = (await listLinkifiers(hamlet)).map(({ id }) => id as number);
  const back = ids.toReversed();
  const [, deleted] = await Promise.all([
    desdemona.patch("/realm/linkifiers", { ordered_linkifier_ids: back }),
    iago.delete(`/realm/filters/${ids[0]}`),
  ]);
  assert.equal(deleted.result, "success");
  const left = (await listLinkifiers(hamlet)).map(({ id }) => id);
  // Whichever request was processed last, the order is complete and does not contain the deleted linkifier.
  const orders = [ids.slice(1), back.slice(0, -1)].map((order) => order.join());
  assert.ok(orders.includes(left.join()), left.join());
  const same = await Promise.all([iago, desdemona].map((admin) => admin.post("/realm/filters", BUG)));
  assert.deepEqual(same.map(({ result }) => result).toSorted(), ["error", "success"]);
});
