import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES, newRealm, watching } from "@parlance/testkit";
import { actsOf, adds, BUG, ISSUE, listed } from "./fixtures/linkifiers.ts";

test("a new linkifier comes after the others, and everybody hears of all of them, guests too", async () => {
  const realm = await newRealm();
  const { iago, hamlet, polonius, bot } = realm;
  const heard = await watching([hamlet, polonius, bot], async () => {
    await adds(iago, ISSUE);
    await adds(iago, BUG);
  });
  const [issue, bug] = await listed(polonius);
  assert.deepEqual(
    [issue, bug],
    [
      { id: issue?.["id"], ...ISSUE },
      { id: bug?.["id"], ...BUG },
    ],
  );
  for (const events of heard) {
    assert.deepEqual(
      events.map(({ type, realm_linkifiers }) => [type, realm_linkifiers]),
      [
        ["realm_linkifiers", [issue]],
        ["realm_linkifiers", [issue, bug]],
      ],
    );
  }
  const { state } = await polonius.registers({ fetch_event_types: ["realm_linkifiers", "realm_filters"] });
  assert.deepEqual([state["realm_linkifiers"], state["realm_filters"]], [[issue, bug], []]);
  const [act] = await actsOf(realm);
  const { act: name, actor_id, target_id, before, after } = act ?? {};
  assert.deepEqual(
    [name, actor_id, target_id, before, after],
    ["linkifier.created", iago.id, issue?.["id"], null, issue],
  );
});

test("clients that do not know URL templates are told of no linkifiers", async () => {
  const { iago, hamlet } = await newRealm();
  await adds(iago, ISSUE);
  const older = { client_capabilities: { ...ALL_CAPABILITIES, linkifier_url_template: false } };
  const [events] = await watching([hamlet], () => adds(iago, BUG), older);
  assert.deepEqual(events, []);
  const { state } = await hamlet.registers(older);
  assert.deepEqual([state["realm_linkifiers"], state["realm_filters"]], [[], []]);
});

test("a linkifier is changed where it is in the order, and what changed is written down", async () => {
  const realm = await newRealm();
  const { iago, othello } = realm;
  const [first, second] = [await adds(iago, ISSUE), await adds(iago, BUG)];
  const wanted = { pattern: "issue (?P<n>\\d+)", url_template: "https://example.com/{n}" };
  const [events] = await watching([othello], () => iago.does("PATCH", `/realm/filters/${first}`, wanted));
  const expected = [
    { id: first, ...wanted },
    { id: second, ...BUG },
  ];
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => realm_linkifiers),
    [expected],
  );
  assert.deepEqual(await listed(othello), expected);
  const act = (await actsOf(realm)).at(-1);
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.changed", first, ISSUE, wanted]);
});

test("a change to what is so already tells nobody anything", async () => {
  const realm = await newRealm();
  const [first, second] = [await adds(realm.iago, ISSUE), await adds(realm.iago, BUG)];
  const [events] = await watching([realm.hamlet], async () => {
    await realm.iago.does("PATCH", `/realm/filters/${first}`, ISSUE);
    await realm.iago.does("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: [first, second] });
  });
  assert.deepEqual(events, []);
  assert.equal((await actsOf(realm)).length, 2);
});

test("a deleted linkifier is gone, and its pattern free again", async () => {
  const realm = await newRealm();
  const { desdemona, hamlet } = realm;
  const [first, second] = [await adds(desdemona, ISSUE), await adds(desdemona, BUG)];
  const [events] = await watching([hamlet], () => desdemona.does("DELETE", `/realm/filters/${first}`));
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => realm_linkifiers),
    [[{ id: second, ...BUG }]],
  );
  const act = (await actsOf(realm)).at(-1);
  const before = { id: first, ...ISSUE };
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.deleted", first, before, null]);
  const third = await adds(desdemona, ISSUE);
  assert.deepEqual(
    (await listed(hamlet)).map(({ id }) => id),
    [second, third],
  );
});

test("the order must name each linkifier once", async () => {
  const realm = await newRealm();
  const elsewhere = await newRealm();
  const { iago, hamlet } = realm;
  const other = await adds(elsewhere.iago, ISSUE);
  const ids = [await adds(iago, ISSUE), await adds(iago, BUG)] as const;
  const [first, second] = ids;
  const [events] = await watching([hamlet], async () => {
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
    await iago.does("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: [second, first] });
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
  const act = (await actsOf(realm)).at(-1);
  const orders = [{ order: [first, second] }, { order: [second, first] }];
  assert.deepEqual([act?.act, act?.target_id, act?.before, act?.after], ["linkifier.reordered", null, ...orders]);
  for (const [given, text] of [
    [undefined, "Missing 'ordered_linkifier_ids' argument"],
    ["x", "ordered_linkifier_ids is not valid JSON"],
    ["{}", "ordered_linkifier_ids is not a list"],
    ['["1"]', "ordered_linkifier_ids[0] is not an integer"],
  ] as const) {
    const { msg } = await iago.call(
      "PATCH",
      "/realm/linkifiers",
      given === undefined ? {} : { ordered_linkifier_ids: given },
    );
    assert.equal(msg, text);
  }
});

test("only administrators say what becomes a link", async () => {
  const { iago, shiva, hamlet, polonius } = await newRealm();
  const id = await adds(iago, ISSUE);
  const [events] = await watching([iago], async () => {
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

test("what is not there, or is another organization's, is not found", async () => {
  const { iago, hamlet } = await newRealm();
  const elsewhere = await newRealm();
  const other = await adds(elsewhere.iago, ISSUE);
  for (const id of [other, 0, 2_147_483_647]) {
    for (const answer of [await iago.patch(`/realm/filters/${id}`, BUG), await iago.delete(`/realm/filters/${id}`)]) {
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Linkifier not found."]);
    }
  }
  assert.deepEqual(await listed(hamlet), []);
  assert.equal((await listed(elsewhere.hamlet)).length, 1);
});

test("administrators who act at once lose nothing of each other's work", async () => {
  const { iago, desdemona, hamlet } = await newRealm();
  const numbers = Array.from({ length: 6 }, (_, index) => index);
  const [events] = await watching([hamlet], () =>
    Promise.all(
      numbers.map((n) => adds(n % 2 ? iago : desdemona, { ...ISSUE, pattern: `${"ABCDEF"[n]}#(?P<id>\\d+)` })),
    ),
  );
  assert.deepEqual(
    events?.map(({ realm_linkifiers }) => (realm_linkifiers as unknown[]).length),
    [1, 2, 3, 4, 5, 6],
  );
  const ids = (await listed(hamlet)).map(({ id }) => id as number);
  const back = ids.toReversed();
  const [, deleted] = await Promise.all([
    desdemona.patch("/realm/linkifiers", { ordered_linkifier_ids: back }),
    iago.delete(`/realm/filters/${ids[0]}`),
  ]);
  assert.equal(deleted.result, "success");
  const left = (await listed(hamlet)).map(({ id }) => id);
  // Whichever came first: the order is a whole one, of those that are left.
  const orders = [ids.slice(1), back.slice(0, -1)].map((order) => order.join());
  assert.ok(orders.includes(left.join()), left.join());
  const same = await Promise.all([iago, desdemona].map((admin) => admin.post("/realm/filters", BUG)));
  assert.deepEqual(same.map(({ result }) => result).toSorted(), ["error", "success"]);
});
