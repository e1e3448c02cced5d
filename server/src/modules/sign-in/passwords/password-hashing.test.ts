import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { hashPassword, verifyPassword, withHashingThread } from "./password-hashing.ts";

test("a password matches only its own hash, and no password matches a missing hash", async () => {
  const hash = await hashPassword("correct horse");
  assert.match(hash, /^\$argon2id\$/);
  assert.equal(await verifyPassword(hash, "correct horse"), true);
  assert.equal(await verifyPassword(hash, "correct horse "), false);
  assert.equal(await verifyPassword(null, "correct horse"), false);
});

test("hashing a password uses 19 MiB and two passes", async () => {
  // In a process of its own, because test processes use the lowest cost.
  const passwords = JSON.stringify(fileURLToPath(import.meta.resolve("./password-hashing.ts")));
  const source = `const { hashPassword } = await import(${passwords}); console.log(await hashPassword("correct horse"))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source]);
  assert.match(stdout, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("work waits for a free thread in order, and is rejected if too much work is already waiting", async () => {
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
