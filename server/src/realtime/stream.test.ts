import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServerBeside, startServer, untilPollsWaiting } from "@parlance/testkit";
import { EventStream } from "./fixtures/event-stream-client.ts";

const messages = { event_types: ["message"], apply_markdown: false };

test("events are sent as they happen, each with its id", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers["content-type"], "text/event-stream");
  assert.deepEqual(await stream.nextBlock(), {}, "the stream starts with a comment, which confirms the connection");
  for (const content of ["one", "two", "line\nbreaks"]) {
    await hamlet.sendDirectMessage(othello, { content });
    const { id, event } = (await stream.nextBlock()) ?? {};
    assert.equal(event?.message?.content, content);
    assert.equal(event.id, id);
  }
});

test("a stream starts with earlier events that were not acknowledged", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue(messages);
  for (const content of ["one", "two", "three"]) await hamlet.sendDirectMessage(othello, { content });
  using stream = await EventStream.of(othello, client);
  const first = await stream.next();
  assert.equal(first?.message?.content, "one");
  stream[Symbol.dispose]();

  // The `Last-Event-ID` header has precedence over the `last_event_id` parameter.
  using again = await EventStream.of(othello, client, { "last-event-id": String(first.id) });
  assert.equal((await again.next())?.message?.content, "two");
  assert.equal((await again.next())?.message?.content, "three");
  const gone = await othello.get("/events", { queue_id: client.queueId, last_event_id: client.lastEventId });
  assert.equal(gone.msg, `An event newer than ${client.lastEventId} has already been pruned!`);
});

test("a stream does not acknowledge events, so events that were lost in transit are sent again", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client);
  await hamlet.sendDirectMessage(othello, { content: "one" });
  assert.equal((await stream.next())?.message?.content, "one");
  await hamlet.sendDirectMessage(othello, { content: "two" });
  assert.equal((await stream.next())?.message?.content, "two");
  const events = await client.poll();
  assert.deepEqual(
    events.map(({ message }) => message?.content),
    ["one", "two"],
  );
  assert.equal(await stream.next(), undefined, "and the poll took over");
});

test("if two connections read one queue, the later one takes over, whether they are polls or streams", async () => {
  const server = await startServer();
  const { hamlet, othello } = await createTestOrganization(server);
  const client = await othello.registerQueue(messages);
  const poll = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  using first = await EventStream.of(othello, client);
  assert.deepEqual(await poll, []);
  using second = await EventStream.of(othello, client);
  assert.equal(await first.next(), undefined);
  await hamlet.sendDirectMessage(othello, { content: "one" });
  assert.equal((await second.next())?.message?.content, "one");
});

test("an invalid stream request gets the usual error and no stream", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue(messages);
  const refusal = async (person: typeof hamlet, options: Parameters<typeof EventStream.open>[1]) => {
    using stream = await EventStream.open(person, options);
    assert.equal(stream.headers["content-type"], "application/json");
    const { result, code, msg } = JSON.parse(await stream.text()) as Record<string, string>;
    return [stream.status, result, code, msg];
  };
  const { queueId, lastEventId } = client;
  const bad = (id: string) => [400, "error", "BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${id}`];
  assert.deepEqual(await refusal(othello, { queueId: "nowhere", lastEventId }), bad("nowhere"));
  assert.deepEqual(await refusal(hamlet, { queueId, lastEventId }), bad(queueId));
  assert.equal((await refusal(othello, { queueId }))[3], "Missing 'last_event_id' argument");
  assert.equal(
    (await refusal(othello, { queueId, lastEventId: Number.MAX_SAFE_INTEGER }))[3],
    "Event 9007199254740991 was not in this queue",
  );
  for (const header of ["x", "-2", "1.5", "99999999999999999999"]) {
    const [status, , , msg] = await refusal(othello, { queueId, headers: { "last-event-id": header } });
    assert.deepEqual([status, msg], [400, "Last-Event-ID must be an event ID or -1"]);
  }
});

test("comments are sent as heartbeats, and are not delivered as events", async () => {
  const server = await startServer({ heartbeatSeconds: 1 });
  const { othello } = await createTestOrganization(server);
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client);
  for (let beats = 0; beats < 3; beats += 1) assert.deepEqual(await stream.nextBlock(), {});
  assert.deepEqual(await client.poll(), []);
});

test("a client that accepts compression gets a compressed stream, with each event sent immediately", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client, { "accept-encoding": "br, gzip" });
  assert.equal(stream.headers["content-encoding"], "gzip");
  for (const content of ["one", "two", "x".repeat(9000)]) {
    await hamlet.sendDirectMessage(othello, { content });
    assert.equal((await stream.next())?.message?.content, content);
  }
});

test("a stream ends when its queue is deleted, when the API key is replaced, and when the user is deactivated", async () => {
  const { desdemona, hamlet, othello } = await createTestOrganization();
  const deleted = await othello.registerQueue(messages);
  using ofDeleted = await EventStream.of(othello, deleted);
  await othello.callOrThrow("DELETE", "/events", { queue_id: deleted.queueId });
  assert.equal(await ofDeleted.next(), undefined);

  const renewed = await hamlet.registerQueue(messages);
  using ofRenewed = await EventStream.of(hamlet, renewed);
  await ofRenewed.nextBlock();
  await hamlet.callOrThrow("POST", "/users/me/api_key/regenerate");
  await desdemona.sendDirectMessage(hamlet, { content: "for the new key alone" });
  assert.equal(await ofRenewed.next(), undefined);

  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client);
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.equal(await stream.next(), undefined);
});

test("a stream ends when its server stops", async () => {
  const server = await startServer();
  const { othello } = await createTestOrganization(server);
  using stream = await EventStream.of(othello, await othello.registerQueue(messages));
  await stream.nextBlock();
  server.queues.endPolls();
  assert.equal(await stream.next(), undefined);
});

test("a stream at one process delivers events that another process commits", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello.at(second), client);
  await hamlet.sendDirectMessage(othello, { content: "one" });
  assert.equal((await stream.next())?.message?.content, "one");
});

test("typing events, which are not stored in the event log, are also delivered", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue({ event_types: ["message", "typing"] });
  using stream = await EventStream.of(othello, client);
  await stream.nextBlock();
  await hamlet.callOrThrow("POST", "/typing", { op: "start", to: [othello.id] });
  assert.equal((await stream.next())?.type, "typing");
  await hamlet.sendDirectMessage(othello);
  assert.equal((await stream.next())?.type, "message");
});

test("a client that stops reading for some time misses no event", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const client = await othello.registerQueue(messages);
  using stream = await EventStream.of(othello, client);
  await stream.nextBlock();
  stream.pause();
  const ids: number[] = [];
  for (let n = 0; n < 60; n += 1)
    ids.push(await hamlet.sendToChannel("denmark", { content: `${n} ${"x".repeat(9000)}` }));
  for (const id of ids) assert.equal((await stream.next())?.message?.id, id);
});
