import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { MessageStore } from "./message-store.ts";
import { narrowKey, type Narrow } from "../../routes/narrow.ts";
import { FakeMessageServer, ME } from "./fixtures/fake-message-server.ts";

const narrows: readonly Narrow[] = [
  [],
  [{ operator: "channel", operand: 1 }],
  [
    { operator: "channel", operand: 1 },
    { operator: "topic", operand: "a" },
  ],
  [
    { operator: "channel", operand: 2 },
    { operator: "topic", operand: "b" },
  ],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "unread" }],
];

interface TestSetup {
  readonly server: FakeMessageServer;
  readonly store: MessageStore;
  /** The narrows that are displayed, by their keys, each with a function that stops displaying it. */
  readonly watching: Map<string, () => void>;
}

/** A step of a scenario. `toString` returns its name, which appears in failure reports. */
interface Step {
  readonly toString: () => string;
  readonly happen: (world: TestSetup) => void | Promise<void>;
}

const step = (name: string, happen: Step["happen"]): Step => ({ toString: () => name, happen });

const channel = fc.constantFrom(1, 2);
const topic = fc.constantFrom("a", "b");
const narrow = fc.constantFrom(...narrows);
/** A range of consecutive messages: its start, as a fraction of all messages, and its length. */
const some = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 90 }));
const pick = ({ ids }: FakeMessageServer, [from, count]: readonly [number, number]) => {
  const first = Math.floor(from * ids.length);
  return ids.slice(first, first + count);
};

const sends = fc.tuple(channel, topic, fc.integer({ min: 1, max: 90 })).map(([to, about, count]) =>
  step(`send ${count} to ${to} ${about}`, ({ server }) => {
    for (let sent = 0; sent < count; sent += 1) server.send(to, about);
  }),
);
const opens = fc
  .tuple(narrow, fc.constantFrom("newest" as const, "first_unread" as const))
  .map(([what, at]) => step(`open ${narrowKey(what)} at ${at}`, ({ store }) => store.open(what, at)));
const older = narrow.map((what) => step(`older ${narrowKey(what)}`, ({ store }) => store.fetchOlder(what)));
const newer = narrow.map((what) => step(`newer ${narrowKey(what)}`, ({ store }) => store.fetchNewer(what)));
const answers = fc.constant(step("answer", async ({ server }) => server.releaseResponses()));
const delivers = fc.constant(step("deliver", ({ server }) => server.deliver()));
const deletes = some.map((which) => step(`delete ${which.join()}`, ({ server }) => server.delete(pick(server, which))));
const moves = fc
  .tuple(some, channel, topic)
  .map(([which, to, about]) =>
    step(`move ${which.join()} to ${to} ${about}`, ({ server }) => server.move(pick(server, which), to, about)),
  );
const flags = fc
  .tuple(some, fc.constantFrom("read" as const, "starred" as const), fc.constantFrom("add" as const, "remove" as const))
  .map(([which, flag, op]) =>
    step(`${op} ${flag} ${which.join()}`, ({ server }) => server.flag(pick(server, which), flag, op)),
  );

const losses = fc.constant(
  step("lose the queue", ({ server, store, watching }) => {
    const shown = () =>
      narrows.filter((one) => watching.has(narrowKey(one))).map((one) => shownIn(store, one).map(({ id }) => id));
    const before = shown();
    server.discardEvents();
    store.reset();
    assert.deepEqual(shown(), before, "messages stay visible while they are fetched again");
  }),
);
const cuts = fc.constant(step("cut the network", async ({ server }) => server.failPendingResponses()));

const shownIn = (store: MessageStore, what: Narrow) =>
  store
    .window(what)
    .get()
    .ids.map((id) => store.message(id).get())
    .filter((message) => message !== undefined);

const watch = ({ store, watching }: TestSetup, what: Narrow) =>
  watching.set(
    narrowKey(what),
    store.window(what).subscribe(() => undefined),
  );
const looks = narrow.map((what) =>
  step(`look at ${narrowKey(what)}, or away`, (world) => {
    const key = narrowKey(what);
    const stop = world.watching.get(key);
    stop?.();
    if (stop) world.watching.delete(key);
    else watch(world, what);
  }),
);
const stays = narrow.map((what) =>
  step(`stay at the end of ${narrowKey(what)}`, ({ store }) => store.trimToNewest(what)),
);

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: sends },
    { weight: 3, arbitrary: opens },
    { weight: 2, arbitrary: answers },
    { weight: 2, arbitrary: delivers },
    ...[older, newer, deletes, moves, flags, losses, cuts, looks, stays].map((arbitrary) => ({ weight: 1, arbitrary })),
  ),
  { maxLength: 30, size: "max" },
);

const bounds = fc.constantFrom({ maxMessages: 40, maxPerWindow: 10 }, { maxMessages: 100_000, maxPerWindow: 10_000 });

test("after any sequence of steps, the displayed messages are those of the server, without gaps", async () => {
  await assertProperty(
    fc.asyncProperty(steps, bounds, async (happenings, limits) => {
      const server = new FakeMessageServer((event) => store.receive(event));
      const store = new MessageStore(server, ME, limits);
      const world: TestSetup = { server, store, watching: new Map() };
      for (const one of narrows) watch(world, one);
      for (const { happen } of happenings) await happen(world);
      await server.releaseAll();
      store.retry();
      await server.releaseAll();
      for (const one of narrows) assertShownAsThere(world, one);
      for (const stop of world.watching.values()) stop();
    }),
    { rounds: 60, exploreRounds: 3_000 },
  );
});

function assertShownAsThere({ server, store }: TestSetup, what: Narrow): void {
  const { ids, hasOldest, hasNewest, loading, problem } = store.window(what).get();
  const all = server.idsIn(what);
  const name = narrowKey(what);
  assert.deepEqual({ loading, problem }, { loading: null, problem: null }, name);
  const first = ids[0] ?? Infinity;
  const last = ids.at(-1) ?? -Infinity;
  assert.deepEqual(
    ids,
    all.filter((id) => id >= first && id <= last),
    name,
  );
  if (ids.length === 0) assert.ok(!(hasOldest || hasNewest) || all.length === 0, `${name} shows that nothing is there`);
  else assert.deepEqual([hasOldest && first !== all[0], hasNewest && last !== all.at(-1)], [false, false], name);
  for (const id of ids) assert.deepEqual(store.message(id).get(), server.message(id), name);
}

test("after a reset, displayed messages remain until they are fetched again, and disappear if they were deleted", async () => {
  const server = new FakeMessageServer((event) => store.receive(event));
  const store = new MessageStore(server, ME);
  const all: Narrow = [];
  store.window(all).subscribe(() => undefined);
  store.open(all, "newest");
  for (let sent = 0; sent < 3; sent += 1) server.send(1, "a");
  await server.releaseAll();
  const stop = store.message(2).subscribe(() => undefined);
  server.delete([2]);
  server.flag([3], "starred", "add");
  server.discardEvents();
  store.reset();
  assert.deepEqual(
    shownIn(store, all).map(({ id, flags: has }) => [id, ...has]),
    [[1], [2], [3]],
  );
  server.send(1, "a");
  server.deliver();
  assert.deepEqual(
    shownIn(store, all).map(({ id }) => id),
    [1, 2, 3, 4],
    "what comes meanwhile is shown as well",
  );
  await server.failPendingResponses();
  assert.deepEqual(
    shownIn(store, all).map(({ id }) => id),
    [1, 3, 4],
    "a message that was fetched alone is gone; the other requested messages were not received",
  );
  store.retry();
  await server.releaseAll();
  assert.deepEqual(
    shownIn(store, all).map(({ id, flags: has }) => [id, ...has]),
    [[1], [3, "starred"], [4]],
  );
  assert.equal(store.message(2).get(), undefined);
  stop();
});

test("a list that is being opened during a reset is still fetched", async () => {
  const server = new FakeMessageServer((event) => store.receive(event));
  const store = new MessageStore(server, ME);
  server.send(1, "a");
  server.discardEvents();
  store.open([], "newest");
  store.reset();
  store.window([]).subscribe(() => undefined);
  await server.releaseAll();
  assert.deepEqual(
    shownIn(store, []).map(({ id }) => id),
    [1],
  );
});

test("the number of messages that remain in memory without being displayed is limited", async () => {
  const server = new FakeMessageServer((event) => store.receive(event));
  const store = new MessageStore(server, ME, { maxMessages: 400, maxPerWindow: 50 });
  const watched = store.window([]);
  watched.subscribe(() => undefined);
  for (const one of narrows) store.open(one, "newest");
  await server.releaseAll();
  for (let sent = 0; sent < 5_000; sent += 1) {
    server.send(1 + (sent % 2), sent % 3 === 0 ? "a" : "b");
    server.deliver();
    store.trimToNewest([]);
  }
  assert.ok(store.count <= 1_000, `${store.count} messages are here`);
  assert.equal(watched.get().ids.at(-1), server.ids.at(-1));
});
