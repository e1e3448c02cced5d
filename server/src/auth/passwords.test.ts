import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerBusy } from "#kernel/http/errors.ts";
import { hashPassword, verifyPassword, withHashingThread } from "./passwords.ts";

test("a password matches its own hash alone, and no hash matches nothing", async () => {
  const hash = await hashPassword("correct horse");
  assert.match(hash, /^\$argon2id\$/);
  assert.equal(await verifyPassword(hash, "correct horse"), true);
  assert.equal(await verifyPassword(hash, "correct horse "), false);
  assert.equal(await verifyPassword(null, "correct horse"), false);
});

test("work waits for its turn, in order, and a flood of it is turned away", async () => {
  const gate = Promise.withResolvers<void>();
  const started: number[] = [];
  const work = (number: number) =>
    withHashingThread(async () => {
      started.push(number);
      await gate.promise;
    });
  const all = Array.from({ length: 600 }, (_, number) => work(number));
  const outcomes = Promise.allSettled(all);
  await new Promise(setImmediate);
  assert.ok(started.length <= 3, `${started.length} at once`);
  gate.resolve();
  const refused = (await outcomes).filter((outcome) => outcome.status === "rejected");
  assert.ok(refused.length > 0 && refused.every(({ reason }) => reason instanceof ServerBusy));
  assert.deepEqual(
    started,
    started.toSorted((a, b) => a - b),
  );
  assert.equal(started.length, 600 - refused.length);
});
