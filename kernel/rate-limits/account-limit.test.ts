import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ApiResponse,
  clock,
  createTestOrganization,
  type TestUser,
  seconds,
  startServer,
  defaultRateLimits,
} from "@parlance/testkit";

// The budget recovers so slowly that the duration of the test does not matter.
const DAY = 86_400;
const fiveADay = [{ seconds: DAY, capacity: 5 }];
const server = await startServer({ rateLimits: { ...defaultRateLimits, account: fiveADay } }, { shared: false });

const writes = (person: TestUser) => person.post("/users/me/status", { status_text: "busy" });

const header = ({ headers }: ApiResponse, name: string): number => Number(headers[`x-ratelimit-${name}`]);

test("a user beyond the limit gets an error with the limit, the remaining budget and the time to wait", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let left = 4; left >= 0; left -= 1) {
    const answer = await writes(hamlet);
    assert.equal(answer.status, 200);
    assert.deepEqual([header(answer, "limit"), header(answer, "remaining")], [5, left]);
  }
  const now = clock.now().getTime() / 1000;
  const refused = await writes(hamlet);
  assert.equal(refused.status, 429);
  const wait = refused.body["retry-after"] as number;
  assert.deepEqual(refused.body, {
    result: "error",
    msg: "API usage exceeded rate limit",
    code: "RATE_LIMIT_HIT",
    "retry-after": wait,
  });
  assert.ok(wait > 0 && wait <= DAY / 5, String(wait));
  assert.equal(Number(refused.headers["retry-after"]), Math.ceil(wait));
  assert.deepEqual([header(refused, "limit"), header(refused, "remaining")], [5, 0]);
  const reset = header(refused, "reset");
  assert.ok(Number.isInteger(reset) && reset > now && reset <= now + DAY + 60, String(reset - now));
});

test("rejected requests do not count: after the indicated waiting time, a request is allowed", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let count = 0; count < 5; count += 1) await writes(hamlet);
  const wait = (await writes(hamlet)).body["retry-after"] as number;
  for (let count = 0; count < 20; count += 1) assert.equal((await writes(hamlet)).status, 429);
  clock.tick(seconds(wait));
  assert.equal((await writes(hamlet)).status, 200);
  assert.equal((await writes(hamlet)).status, 429);
  clock.tick(seconds(DAY));
  assert.equal(header(await writes(hamlet), "remaining"), 4);
});

test("changes of the system's clock do not change waiting times", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let count = 0; count < 5; count += 1) await writes(hamlet);
  for (const step of [2 * DAY, -4 * DAY, 2 * DAY]) {
    clock.shiftWallClock(seconds(step));
    const refused = await writes(hamlet);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.body["retry-after"]) <= DAY / 5, String(refused.body["retry-after"]));
  }
});

test("users and their bots are counted separately", async () => {
  const { hamlet, othello, bot } = await createTestOrganization(server);
  for (let count = 0; count < 6; count += 1) await writes(hamlet);
  assert.equal((await writes(hamlet)).status, 429);
  assert.equal((await writes(othello)).status, 200);
  assert.equal((await bot.get("/users/me")).status, 200);
});

test("of many concurrent requests, only the allowed number succeeds", async () => {
  const { hamlet } = await createTestOrganization(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => writes(hamlet)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
});

test("requests that fail count too, and their responses contain the remaining budget", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let left = 4; left >= 0; left -= 1) {
    const answer = await hamlet.delete("/messages/999999");
    assert.equal(answer.status, 400);
    assert.equal(header(answer, "remaining"), left);
  }
  assert.equal((await hamlet.delete("/messages/999999")).status, 429);
});

test("requests that cause more work cost more: searches, large pages, and polls without waiting", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization(server);
  const page = { anchor: "newest", num_before: 100, num_after: 0 };
  assert.equal(header(await hamlet.get("/messages", { ...page, narrow: [["search", "words"]] }), "remaining"), 4);
  assert.equal(header(await othello.get("/messages", { ...page, num_before: 5000 }), "remaining"), 4);
  for (let count = 0; count < 10; count += 1) await cordelia.get("/messages", page);
  assert.equal(header(await iago.get("/messages", page), "remaining"), 4);
  assert.equal(header(await cordelia.get("/users/me"), "remaining"), 3);

  const { queueId } = await iago.registerQueue({ event_types: ["message"] });
  const polls = () => iago.get("/events", { queue_id: queueId, last_event_id: -1, dont_block: true });
  const before = header(await polls(), "remaining");
  for (let count = 0; count < 10; count += 1) await polls();
  assert.equal(header(await polls(), "remaining"), before - 1);
});
