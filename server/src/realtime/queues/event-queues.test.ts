import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  startServer,
  testServer,
  untilPollsWaiting,
  type ReceivedEvent,
  until,
} from "@parlance/testkit";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, type StoredEvent } from "@parlance/kernel/events/event-log.ts";

test("each poll returns events again until the client acknowledges them", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  const poll = (last: number) =>
    hamlet.get("/events", { queue_id: client.queueId, last_event_id: last, dont_block: true });

  await hamlet.sendToChannel("denmark", { content: "one" });
  const first = await poll(client.lastEventId);
  const again = await poll(client.lastEventId);
  await hamlet.sendToChannel("denmark", { content: "two" });
  const acknowledged = await poll(first.events[0]!.id);

  assert.deepEqual(again["events"], first["events"]);
  assert.deepEqual(
    acknowledged.events.map((event) => event.type === "message" && event.message.content),
    ["<p>two</p>"],
  );
  const pruned = await poll(client.lastEventId);
  assert.equal(pruned.msg, `An event newer than ${client.lastEventId} has already been pruned!`);
  assert.equal((await poll(10_000_000)).msg, "Event 10000000 was not in this queue");
});

test("a waiting poll gets the next event immediately", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue({ event_types: ["message"] });
  const waiting = client.poll({ block: true });
  const id = await hamlet.sendDirectMessage(othello, { content: "psst" });
  const [event] = await waiting;
  assert.equal(event?.["message"]?.id, id);
});

test("a second poll takes over the queue, and the first poll gets an empty response", async () => {
  const { hamlet } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  const first = client.poll({ block: true });
  await untilPollsWaiting(await testServer(), 1);
  const second = client.poll({ block: true });
  assert.deepEqual(await first, []);
  await hamlet.sendDirectMessage(hamlet);
  assert.ok((await second).length > 0);
});

test("if several polls are sent at once, only the last one waits, and the rest get a response", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  const polls = Array.from({ length: 8 }, () => client.poll({ block: true }));
  const answered: unknown[][] = [];
  for (const poll of polls) void poll.then((events) => answered.push(events));
  await until(() => answered.length >= 7);
  assert.ok(answered.every((events) => events.length === 0));
  await othello.sendDirectMessage(hamlet);
  assert.equal((await Promise.all(polls)).flat().length, 1);
});

test("a poll that does not wait returns everything that was sent before it", async () => {
  const { hamlet } = await createTestOrganization();
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  for (let n = 0; n < 20; n += 1) {
    const id = await hamlet.sendDirectMessage(hamlet);
    assert.deepEqual(
      (await client.poll()).map(({ message }) => message?.id),
      [id],
    );
  }
});

test("a client of a queue without matching events can acknowledge events that were not for it, with the id of a heartbeat", async () => {
  const server = await startServer({ heartbeatSeconds: 1 });
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await hamlet.registerQueue({ event_types: ["realm_user"] });
  const waiting = client.poll({ block: true });
  await othello.sendDirectMessage(hamlet);
  const [heartbeat] = await waiting;
  assert.equal(heartbeat?.type, "heartbeat");
  assert.ok(heartbeat.id > client.state["last_event_id"]);
});

test("a queue id that does not exist, belongs to another user or was deleted is rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  const poll = (who: typeof hamlet, queue: string) =>
    who.get("/events", { queue_id: queue, last_event_id: client.lastEventId, dont_block: true });

  for (const answer of [await poll(hamlet, "no-such-queue"), await poll(othello, client.queueId)]) {
    assert.equal(answer.status, 400);
    assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  }
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(await testServer(), 1);
  assert.equal((await othello.delete("/events", { queue_id: client.queueId })).code, "BAD_EVENT_QUEUE_ID");
  await hamlet.callOrThrow("DELETE", "/events", { queue_id: client.queueId });
  assert.deepEqual(await waiting, []);
  const after = await poll(hamlet, client.queueId);
  assert.deepEqual([after.code, after.msg], ["BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${client.queueId}`]);
});

test("a waiting poll gets heartbeats, each with a different id", async () => {
  const server = await startServer({ heartbeatSeconds: 1 });
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue();
  for (let beats = 0; beats < 2; beats += 1) {
    const before = client.lastEventId;
    const [heartbeat] = await client.poll({ block: true });
    assert.deepEqual(heartbeat, { type: "heartbeat", id: before + 1 });
  }
});

test("the client that sends a message gets its local id back in the event, and other clients do not", async () => {
  const { hamlet } = await createTestOrganization();
  const [sending, other] = [await hamlet.registerQueue(), await hamlet.registerQueue()];
  await hamlet.sendDirectMessage(hamlet, { queue_id: sending.queueId, local_id: "77.1" });
  const [own] = (await sending.poll()).filter(({ type }) => type === "message");
  const [others] = (await other.poll()).filter(({ type }) => type === "message");
  assert.equal(own?.["local_message_id"], "77.1");
  assert.ok(others && !("local_message_id" in others));
});

test("a user who was subscribed when a message was sent receives it, even if the poll comes after the unsubscription", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const [early, late] = [
    await othello.registerQueue({ event_types: ["message"] }),
    await cordelia.registerQueue({ event_types: ["message"] }),
  ];

  await hamlet.sendToChannel("denmark", { content: "first" });
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  await cordelia.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  await hamlet.sendToChannel("denmark", { content: "second" });

  const contents = (events: ReceivedEvent[]) => events.map(({ message }) => message?.content as string);
  const fromHamlet = (await early.poll()).filter(({ message }) => message?.sender_id === hamlet.id);
  assert.deepEqual(contents(fromHamlet), ["<p>first</p>"]);
  assert.deepEqual(contents((await late.poll()).filter(({ message }) => message?.sender_id === hamlet.id)), [
    "<p>second</p>",
  ]);
});

test("the response to a waiting poll has the same limit as other responses, and the remaining events follow with the next polls", async () => {
  const server = await testServer();
  const { hamlet, realmId } = await createTestOrganization(server);
  const client = await hamlet.registerQueue({ event_types: ["alert_words"] });
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  await server.db.write(async (tx) => {
    const audience = toUser({ id: hamlet.id, realmId });
    for (let n = 0; n < 2500; n += 1) emit(tx, audience, { type: "alert_words", alert_words: [`${n}`] } as StoredEvent);
  });
  const answers = [await waiting, await client.poll(), await client.poll(), await client.poll()];
  assert.deepEqual(
    answers.map((events) => events.length),
    [1000, 1000, 500, 0],
  );
  assert.deepEqual(
    answers.flat().map((event) => Number(event["alert_words"]?.[0])),
    Array.from({ length: 2500 }, (_, n) => n),
  );
});
