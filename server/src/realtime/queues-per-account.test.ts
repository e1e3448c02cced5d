import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Client,
  clock,
  newRealm,
  seconds,
  startBeside,
  startServer,
  untilHeld,
  type Person,
  type TestServer,
} from "@parlance/testkit";

const here = (client: Client, server: TestServer) => new Client(client.person.at(server), client.state);

/** Whether a queue is there, as its owner finds out; this counts as a poll. */
async function isAlive({ person, queueId, lastEventId }: Client): Promise<boolean> {
  const answer = await person.get("/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
  if (answer.result === "error") assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  return answer.result === "success";
}

async function countOf({ db }: TestServer, { id }: Person): Promise<number> {
  const rows = await db.reader.selectFrom("event_queue").select("id").where("user_id", "=", id).orderBy("id").execute();
  return rows.length;
}

test("anyone who has the most queues and registers another loses the one that was not polled for longest", async () => {
  await using server = await startServer({ queuesPerAccount: 3 });
  const { hamlet, othello } = await newRealm(server);
  const others = await othello.registers();
  const [first, second, third] = [await hamlet.registers(), await hamlet.registers(), await hamlet.registers()];
  assert.ok(await isAlive(first));
  const fourth = await hamlet.registers();

  assert.equal(await isAlive(second), false);
  for (const client of [first, third, fourth, others]) assert.ok(await isAlive(client));
});

test("what was polled last is known of queues that are polled at another process", async () => {
  await using first = await startServer({ queuesPerAccount: 2 });
  await using second = await startBeside(first, { queuesPerAccount: 2 });
  const { hamlet } = await newRealm(first);
  await first.queues.keeper.round();
  await second.queues.keeper.round();
  const [older, newer] = [await hamlet.registers(), await hamlet.registers()];
  clock.pass(seconds(1));
  await here(older, second).polls();
  await second.queues.keeper.round();
  await hamlet.registers();

  assert.ok(await isAlive(here(older, second)));
  assert.equal(await isAlive(newer), false);
});

test("a queue on which a poll waits is never closed for another, at whichever process it waits", async () => {
  await using first = await startServer({ queuesPerAccount: 3 });
  await using second = await startBeside(first, { queuesPerAccount: 3 });
  const { hamlet, othello } = await newRealm(first);
  const held = [await hamlet.registers(), here(await hamlet.registers(), second)];
  const waiting = held.map((client) => client.polls({ block: true }));
  await Promise.all([untilHeld(first, 1), untilHeld(second, 1)]);
  const resting = await hamlet.registers();
  assert.ok(await isAlive(resting));
  await hamlet.registers();

  assert.equal(await isAlive(resting), false);
  await othello.writesTo(hamlet, { content: "still there?" });
  for (const events of await Promise.all(waiting)) assert.equal(events[0]?.["message"]?.content, "<p>still there?</p>");
});

test("where polls wait on all queues, another is refused, until one of them is gone", async () => {
  await using first = await startServer({ queuesPerAccount: 2 });
  await using second = await startBeside(first, { queuesPerAccount: 2 });
  const { hamlet } = await newRealm(first);
  const held = [await hamlet.registers(), here(await hamlet.registers(), second)] as const;
  const waiting = held.map((client) => client.polls({ block: true }));
  await Promise.all([untilHeld(first, 1), untilHeld(second, 1)]);

  for (const at of [first, second]) {
    const refused = await hamlet.at(at).post("/register");
    assert.equal(refused.status, 400);
    assert.equal(refused.code, "TOO_MANY_EVENT_QUEUES");
    assert.equal(refused.msg, "Too many event queues: long polls wait on all 2 that an account may have");
    assert.equal(refused.body["limit"], 2);
  }
  assert.equal(await countOf(first, hamlet), 2);
  await hamlet.does("DELETE", "/events", { queue_id: held[1].queueId });
  await hamlet.registers();
  await first.queues.keeper.round();
  await hamlet.does("DELETE", "/events", { queue_id: held[0].queueId });
  assert.deepEqual(await Promise.all(waiting), [[], []]);
});

test("a poll that was answered protects its queue no more than others", async () => {
  await using server = await startServer({ queuesPerAccount: 1 });
  const { hamlet, othello } = await newRealm(server);
  const client = await hamlet.registers();
  const waiting = client.polls({ block: true });
  await untilHeld(server, 1);
  await othello.writesTo(hamlet);
  await waiting;
  await hamlet.registers();
  assert.equal(await isAlive(client), false);
});

test("registering many times at once, at two processes, leaves as many queues as there may be", async () => {
  await using first = await startServer({ queuesPerAccount: 5 });
  await using second = await startBeside(first, { queuesPerAccount: 5 });
  const { hamlet } = await newRealm(first);
  const types = { event_types: ["message"] };
  const clients = await Promise.all(
    Array.from({ length: 40 }, (_, n) => hamlet.at(n % 2 === 0 ? first : second).post("/register", types)),
  );
  for (const { result, code } of clients) assert.ok(result === "success" || code === "TOO_MANY_EVENT_QUEUES");
  assert.equal(await countOf(first, hamlet), 5);
});

test("a queue that is deleted at one process ends the poll that waits at another", async () => {
  await using first = await startServer();
  await using second = await startBeside(first);
  const { hamlet } = await newRealm(first);
  const client = await hamlet.registers();
  const waiting = here(client, second).polls({ block: true });
  await untilHeld(second, 1);
  await hamlet.does("DELETE", "/events", { queue_id: client.queueId });
  assert.deepEqual(await waiting, []);
  assert.equal(await isAlive(here(client, second)), false);
});
