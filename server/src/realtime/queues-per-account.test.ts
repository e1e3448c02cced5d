import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Client,
  clock,
  createTestOrganization,
  seconds,
  startServerBeside,
  startServer,
  untilPollsWaiting,
  type TestUser,
  type TestServer,
} from "@parlance/testkit";

const here = (client: Client, server: TestServer) => new Client(client.user.at(server), client.state);

/** Polls a queue to find out whether it exists. This counts as a poll. */
async function isAlive({ user, queueId, lastEventId }: Client): Promise<boolean> {
  const answer = await user.get("/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
  if (answer.result === "error") assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  return answer.result === "success";
}

async function countOf({ db }: TestServer, { id }: TestUser): Promise<number> {
  const rows = await db.reader.selectFrom("event_queue").select("id").where("user_id", "=", id).orderBy("id").execute();
  return rows.length;
}

test("registering a queue beyond the limit deletes the queue that was not polled for the longest time", async () => {
  await using server = await startServer({ queuesPerAccount: 3 });
  const { hamlet, othello } = await createTestOrganization(server);
  const others = await othello.registerQueue();
  const [first, second, third] = [
    await hamlet.registerQueue(),
    await hamlet.registerQueue(),
    await hamlet.registerQueue(),
  ];
  assert.ok(await isAlive(first));
  const fourth = await hamlet.registerQueue();

  assert.equal(await isAlive(second), false);
  for (const client of [first, third, fourth, others]) assert.ok(await isAlive(client));
});

test("polls at other processes count when the queue to delete is chosen", async () => {
  await using first = await startServer({ queuesPerAccount: 2 });
  await using second = await startServerBeside(first, { queuesPerAccount: 2 });
  const { hamlet } = await createTestOrganization(first);
  await first.queues.persister.runRound();
  await second.queues.persister.runRound();
  const [older, newer] = [await hamlet.registerQueue(), await hamlet.registerQueue()];
  clock.tick(seconds(1));
  await here(older, second).poll();
  await second.queues.persister.runRound();
  await hamlet.registerQueue();

  assert.ok(await isAlive(here(older, second)));
  assert.equal(await isAlive(newer), false);
});

test("a queue with a waiting poll at any process is never deleted to make room for another", async () => {
  await using first = await startServer({ queuesPerAccount: 3 });
  await using second = await startServerBeside(first, { queuesPerAccount: 3 });
  const { hamlet, othello } = await createTestOrganization(first);
  const clients = [await hamlet.registerQueue(), here(await hamlet.registerQueue(), second)];
  const waiting = clients.map((client) => client.poll({ block: true }));
  await Promise.all([untilPollsWaiting(first, 1), untilPollsWaiting(second, 1)]);
  const resting = await hamlet.registerQueue();
  assert.ok(await isAlive(resting));
  await hamlet.registerQueue();

  assert.equal(await isAlive(resting), false);
  await othello.sendDirectMessage(hamlet, { content: "still there?" });
  for (const events of await Promise.all(waiting)) assert.equal(events[0]?.["message"]?.content, "<p>still there?</p>");
});

test("if polls wait on all queues of an account, registering another queue is rejected until one of the polls ends", async () => {
  await using first = await startServer({ queuesPerAccount: 2 });
  await using second = await startServerBeside(first, { queuesPerAccount: 2 });
  const { hamlet } = await createTestOrganization(first);
  const clients = [await hamlet.registerQueue(), here(await hamlet.registerQueue(), second)] as const;
  const waiting = clients.map((client) => client.poll({ block: true }));
  await Promise.all([untilPollsWaiting(first, 1), untilPollsWaiting(second, 1)]);

  for (const at of [first, second]) {
    const refused = await hamlet.at(at).post("/register");
    assert.equal(refused.status, 400);
    assert.equal(refused.code, "TOO_MANY_EVENT_QUEUES");
    assert.equal(refused.msg, "Too many event queues: long polls wait on all 2 that an account may have");
    assert.equal(refused.body["limit"], 2);
  }
  assert.equal(await countOf(first, hamlet), 2);
  await hamlet.callOrThrow("DELETE", "/events", { queue_id: clients[1].queueId });
  await hamlet.registerQueue();
  await first.queues.persister.runRound();
  await hamlet.callOrThrow("DELETE", "/events", { queue_id: clients[0].queueId });
  assert.deepEqual(await Promise.all(waiting), [[], []]);
});

test("a queue whose poll has ended can be deleted to make room for another", async () => {
  await using server = await startServer({ queuesPerAccount: 1 });
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await hamlet.registerQueue();
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  await othello.sendDirectMessage(hamlet);
  await waiting;
  await hamlet.registerQueue();
  assert.equal(await isAlive(client), false);
});

test("many simultaneous registrations at two processes leave no more queues than the limit", async () => {
  await using first = await startServer({ queuesPerAccount: 5 });
  await using second = await startServerBeside(first, { queuesPerAccount: 5 });
  const { hamlet } = await createTestOrganization(first);
  const types = { event_types: ["message"] };
  const clients = await Promise.all(
    Array.from({ length: 40 }, (_, n) => hamlet.at(n % 2 === 0 ? first : second).post("/register", types)),
  );
  for (const { result, code } of clients) assert.ok(result === "success" || code === "TOO_MANY_EVENT_QUEUES");
  assert.equal(await countOf(first, hamlet), 5);
});

test("deleting a queue at one process ends the poll that waits on it at another process", async () => {
  await using first = await startServer();
  await using second = await startServerBeside(first);
  const { hamlet } = await createTestOrganization(first);
  const client = await hamlet.registerQueue();
  const waiting = here(client, second).poll({ block: true });
  await untilPollsWaiting(second, 1);
  await hamlet.callOrThrow("DELETE", "/events", { queue_id: client.queueId });
  assert.deepEqual(await waiting, []);
  assert.equal(await isAlive(here(client, second)), false);
});
