import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { type AppError, defineError } from "../base/errors.ts";
import { endpoint } from "./endpoint.ts";
import { fakeDatabase, committed, startApp } from "./fixtures/test-app.ts";
import { GroupCommit } from "./group-commit.ts";
import { int } from "./params.ts";

const Refused = defineError({ code: "REFUSED", text: "Not this one" });

/** Returns a promise that stays pending until `open` is called. */
function gate() {
  let open: () => void = () => {};
  const closed = new Promise<void>((resolve) => (open = resolve));
  return { open, closed };
}

const outcomes = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

test("calls received while a transaction is in progress are committed together by the next transaction", async () => {
  const batches: unknown[][] = [];
  const first = gate();
  const group = new GroupCommit(async (items) => {
    batches.push([...items]);
    if (batches.length === 1) await first.closed;
    return committed(items.map((item) => ({ item })));
  });
  const all = ["a", "b", "c"].map((item) => group.submit(1, item));
  const elsewhere = await group.submit(2, "other organization");
  first.open();
  assert.deepEqual(await Promise.all(all), [{ item: "a" }, { item: "b" }, { item: "c" }]);
  assert.deepEqual(elsewhere, { item: "other organization" });
  assert.deepEqual(batches, [["a"], ["other organization"], ["b", "c"]]);
  assert.deepEqual(await group.submit(1, "d"), { item: "d" });
});

test("the sizes of a batch and of the queue are limited", async () => {
  const sizes: number[] = [];
  const first = gate();
  const group = new GroupCommit(async (items) => {
    sizes.push(items.length);
    await first.closed;
    return committed(outcomes(items.length));
  });
  const all = Array.from({ length: 10_001 }, (_, item) => group.submit(1, item));
  assert.throws(() => group.submit(1, "one too many"), {
    code: "SERVER_BUSY",
    status: 503,
    headers: { "retry-after": "1" },
  });
  first.open();
  await Promise.all(all);
  assert.deepEqual([sizes[0], sizes[1], Math.max(...sizes)], [1, 256, 256]);
});

type Commit = (values: readonly number[]) => Promise<readonly ({ sum: number } | AppError)[]>;

/**
 * Submits all values at the same time. The first value is committed alone, because its transaction starts before the
 * rest is submitted.
 */
async function sendAll(t: TestContext, values: number[], commit: Commit, db = fakeDatabase()) {
  const batches: (readonly number[])[] = [];
  const rest = gate();
  let submitted = 0;
  const observed = endpoint.write({
    route: "POST /add",
    summary: "Add a number",
    access: "user",
    input: z.object({ value: int() }),
    response: z.object({ sum: z.int() }),
    errors: [Refused],
    prepare: async (_ctx, { input }) => {
      if (++submitted === values.length) setImmediate(rest.open);
      return input.value;
    },
    prefetch: async () => undefined,
    commit: async (_ctx, items) => {
      batches.push(items);
      await rest.closed;
      return commit(items);
    },
  });
  const { call, logged } = await startApp(t, [observed], { db });
  const replies = await Promise.all(values.map((value) => call("POST", "/add", { form: { value: String(value) } })));
  return { batches, replies, logged };
}

test("an error of one item affects only that item", async (t) => {
  const commit = async (values: readonly number[]) =>
    values.map((value) => (value === 3 ? new Refused() : { sum: value }));
  const { replies, batches } = await sendAll(t, [1, 2, 3, 4], commit);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 400, 200],
  );
  assert.equal(replies[2]?.json["code"], "REFUSED");
  assert.equal(batches.length, 2);
});

test("if an item breaks the transaction, the items are retried one by one and only that item fails", async (t) => {
  const commit = async (values: readonly number[]) => {
    if (values.includes(3)) throw new Error("poison");
    return values.map((value) => ({ sum: value }));
  };
  const { replies, batches } = await sendAll(t, [1, 2, 3, 4], commit);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 500, 200],
  );
  assert.deepEqual(
    batches.map((batch) => batch.length).sort((a, b) => a - b),
    [1, 1, 1, 1, 3],
  );
});

test("a transaction with an unknown outcome is not retried", async (t) => {
  const db = {
    ...fakeDatabase(),
    commit: (act: (tx: never) => Promise<unknown>) =>
      act({} as never).then(() => Promise.reject(new Error("connection lost"))),
  };
  const commit = async (values: readonly number[]) => values.map((value) => ({ sum: value }));
  const { replies, batches } = await sendAll(t, [1, 2, 3], commit, db);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [500, 500, 500],
  );
  assert.equal(batches.length, 2);
});

test("the next transaction starts while the previous one is flushed to disk, and no response is sent before the flush", async () => {
  const disk = gate();
  const batches: unknown[][] = [];
  const group = new GroupCommit(async (items) => {
    batches.push([...items]);
    return { result: items.map((item) => ({ item })), onDisk: batches.length === 1 ? disk.closed : Promise.resolve() };
  });
  let isFirstAnswered = false;
  const first = group.submit(1, "a").then(() => (isFirstAnswered = true));
  await group.submit(1, "b");
  assert.deepEqual(batches, [["a"], ["b"]]);
  assert.equal(isFirstAnswered, false);
  disk.open();
  await first;
});

test("a commit that returns too few outcomes is rolled back", async (t) => {
  const { replies, logged } = await sendAll(t, [1, 2, 3], async (values) =>
    values.slice(1).map((value) => ({ sum: value })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    [500, 500, 500],
  );
  assert.match(JSON.stringify(logged), /0 outcomes for 1 items/);
});
