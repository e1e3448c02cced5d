import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  startServer,
  defaultRateLimits,
  startServerBeside,
} from "@parlance/testkit";
import { SHARE_TIMEOUT_MS } from "./shared-buckets.ts";

const COUNT = 100;
/** Maximum number of requests that a process allows before it must have reported them. */
const SHARE = 10;
// The budget recovers so slowly that the duration of the test does not matter.
const settings = { rateLimits: { ...defaultRateLimits, account: [{ seconds: 86_400, capacity: COUNT }] } };
const server = await startServer(settings);
const beside = await startServerBeside(server, settings);

const writes = async (person: TestUser, n: number): Promise<number> =>
  (await person.post("/users/me/status", { status_text: `busy ${n}` })).status;

/**
 * Extends `SHARE_TIMEOUT_MS`, after which a process would count alone, so that slow machines do not make the test fail.
 */
function waitHoweverLong(t: TestContext): void {
  const { setTimeout: schedule } = globalThis;
  const longer = (act: () => void, ms?: number) => schedule(act, ms === SHARE_TIMEOUT_MS ? 60 * SHARE_TIMEOUT_MS : ms);
  t.mock.method(globalThis, "setTimeout", longer as typeof schedule);
}

test("two processes with concurrent requests exceed the rule by at most one share each", async (t) => {
  waitHoweverLong(t);
  const { hamlet } = await createTestOrganization(server);
  const people = [hamlet, hamlet.at(beside)];
  const statuses = await Promise.all(
    people.flatMap((person) => Array.from({ length: 2 * COUNT }, (_, n) => writes(person, n))),
  );
  const done = statuses.filter((status) => status === 200).length;
  assert.ok(done >= COUNT && done <= COUNT + 2 * SHARE, `${done} were done`);
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
});

test("a caller who has spent the whole budget at one process can spend at most one share at the next process", async () => {
  const { hamlet } = await createTestOrganization(server);
  const spendAll = async (person: TestUser): Promise<number> => {
    for (let done = 0; ; done += 1) if ((await writes(person, done)) === 429) return done;
  };
  assert.equal(await spendAll(hamlet), COUNT);
  const more = await spendAll(hamlet.at(beside));
  assert.ok(more <= SHARE, `${more} were done`);
});

test("a process that starts later takes earlier spending into account", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let n = 0; n < COUNT; n += 1) await writes(hamlet, n);
  const next = hamlet.at(await startServerBeside(server, settings));
  let done = 0;
  while ((await writes(next, done)) === 200) done += 1;
  assert.ok(done <= SHARE, `${done} were done`);
});
