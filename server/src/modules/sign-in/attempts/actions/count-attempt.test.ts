import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, hours, minutes, seconds, testServer } from "@parlance/testkit";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { countAttempt } from "./count-attempt.ts";
import { pruneAttempts } from "../jobs.ts";

const { db } = await testServer();
const twiceAnHour = { seconds: 3600, capacity: 2 };
const fiveADay = { seconds: 86_400, capacity: 5 };

/** Makes an attempt. Returns null if it is allowed, otherwise the number of seconds to wait. */
async function attempt(subject: string, kind = "shout"): Promise<number | null> {
  try {
    await db.write((tx) => countAttempt(tx, { kind, subject, rules: [twiceAnHour, fiveADay], now: clock.now() }));
    return null;
  } catch (error) {
    assert.ok(error instanceof RateLimitHit);
    return Math.round(Number(error.fields["retry-after"]));
  }
}

test("with two attempts allowed per hour, the third attempt is rejected with the time to wait", async () => {
  assert.equal(await attempt("hamlet"), null);
  clock.shiftWallClock(minutes(20));
  assert.equal(await attempt("hamlet"), null);
  const wait = await attempt("hamlet");
  assert.ok(wait !== null && wait >= 2398 && wait <= 2400, String(wait));
  // Other subjects and other kinds of attempts are not affected.
  assert.equal(await attempt("othello"), null);
  assert.equal(await attempt("hamlet", "whisper"), null);

  // The rejected attempt was not counted, so only the second attempt is within the last hour.
  clock.shiftWallClock(minutes(40) + seconds(1));
  assert.equal(await attempt("hamlet"), null);
  assert.ok((await attempt("hamlet")) !== null);
});

test("if several rules apply, an attempt must meet all of them", async () => {
  for (let count = 0; count < 5; count += 1) {
    assert.equal(await attempt("cordelia"), null);
    clock.shiftWallClock(hours(1));
  }
  const wait = await attempt("cordelia");
  assert.ok(wait !== null && wait > 18 * 3600 && wait <= 19 * 3600, String(wait));
});

test("only the allowed number of concurrent attempts succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt("iago")));
  assert.equal(answers.filter((answer) => answer === null).length, 2);
});

test("attempts that no longer count are deleted", async () => {
  await attempt("shiva");
  clock.shiftWallClock(hours(23));
  await attempt("shiva");
  clock.shiftWallClock(hours(2));
  await pruneAttempts.run(
    { db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
    {},
  );
  const left = await db.reader.selectFrom("attempt").selectAll().where("subject", "=", "shiva").execute();
  assert.equal(left.length, 1);
});
