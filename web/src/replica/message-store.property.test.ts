import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { chance } from "@parlance/testkit/chance.ts";
import { MessageStore } from "./message-store.ts";
import { keyOf, type Narrow } from "./narrow.ts";
import { ImaginedServer, ME } from "./testing/imagined-server.ts";

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

interface World {
  readonly server: ImaginedServer;
  readonly store: MessageStore;
}

/** Something that happens, and its name for whoever reads which of them went wrong. */
interface Step {
  readonly toString: () => string;
  readonly happen: (world: World) => void | Promise<void>;
}

const step = (name: string, happen: Step["happen"]): Step => ({ toString: () => name, happen });

const channel = fc.constantFrom(1, 2);
const topic = fc.constantFrom("a", "b");
const narrow = fc.constantFrom(...narrows);
/** Some messages in a row: where they begin, as a share of all, and how many. */
const some = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 90 }));
const pick = ({ ids }: ImaginedServer, [from, count]: readonly [number, number]) => {
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
  .map(([what, at]) => step(`open ${keyOf(what)} at ${at}`, ({ store }) => store.open(what, at)));
const older = narrow.map((what) => step(`older ${keyOf(what)}`, ({ store }) => store.fetchOlder(what)));
const newer = narrow.map((what) => step(`newer ${keyOf(what)}`, ({ store }) => store.fetchNewer(what)));
const answers = fc.constant(step("answer", async ({ server }) => server.answer()));
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

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: sends },
    { weight: 3, arbitrary: opens },
    { weight: 2, arbitrary: answers },
    { weight: 2, arbitrary: delivers },
    ...[older, newer, deletes, moves, flags].map((arbitrary) => ({ weight: 1, arbitrary })),
  ),
  { maxLength: 30, size: "max" },
);

test("whatever happens in whichever order, what is shown is what the server has, without gaps", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (happenings) => {
      const server = new ImaginedServer((event) => store.receive(event));
      const store = new MessageStore(server, ME);
      const stopWatching = narrows.map((one) => store.window(one).subscribe(() => undefined));
      for (const { happen } of happenings) await happen({ server, store });
      await server.settle();
      for (const one of narrows) assertShownAsThere({ server, store }, one);
      for (const stop of stopWatching) stop();
    }),
    chance(150, 3_000),
  );
});

function assertShownAsThere({ server, store }: World, what: Narrow): void {
  const { ids, hasOldest, hasNewest, loading, problem } = store.window(what).get();
  const all = server.idsIn(what);
  const name = keyOf(what);
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
