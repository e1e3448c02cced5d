import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Client,
  createTestUser,
  createTestOrganization,
  startServerBeside,
  startServer,
  untilPollsWaiting,
} from "@parlance/testkit";

test("an ephemeral event reaches waiting polls in the same process and in another one", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  for (const server of [first, second]) {
    const client = await othello.at(server).registerQueue({ event_types: ["typing"] });
    const waiting = client.poll({ block: true });
    await untilPollsWaiting(server, 1);
    await hamlet.callOrThrow("POST", "/typing", { op: "start", to: [othello.id] });
    assert.deepEqual(
      (await waiting).map(({ sender }) => sender?.user_id),
      [hamlet.id],
    );
    assert.deepEqual(await client.poll(), [], "once");
  }
});

test("an event that is too long for a database notification reaches other processes completely", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const realm = await createTestOrganization(first);
  const { hamlet, othello } = realm;
  const name = (n: number) => `${"a-long-name-".repeat(4)}${n}`;
  const many = await Promise.all(
    Array.from({ length: 80 }, (_, n) => createTestUser(realm, { name: name(n), fullName: `Guard ${n}`, role: 400 })),
  );
  const client = await othello.at(second).registerQueue({ event_types: ["typing"] });
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(second, 1);
  await hamlet.callOrThrow("POST", "/typing", { op: "start", to: [othello.id, ...many.map(({ id }) => id)] });
  const [event] = await waiting;
  assert.equal(event?.recipients?.length, 82);
  assert.ok(JSON.stringify(event).length > 8000);
});

test("a typing event that is published while a new poll takes over the queue is not lost", async (t) => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["typing"] });
  const earlier = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  const payload = { type: "typing", op: "start", message_type: "direct", sender: { user_id: hamlet.id, email: "" } };
  const { queues } = server;
  const poll = queues.poll.bind(queues);
  t.mock.method(queues, "poll", (...request: Parameters<typeof poll>) => {
    queues.hub.publishEphemeral({ audience: { realmId, users: [othello.id] }, payload });
    return poll(...request);
  });
  const later = await client.poll();
  const received = [...(await earlier), ...later];
  assert.deepEqual(
    received.map(({ sender }) => sender?.user_id),
    [hamlet.id],
  );
});

test("ids strictly increase across ephemeral and logged events, and no event is missed or repeated", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await othello.registerQueue({ event_types: ["typing", "message"], apply_markdown: false });
  const seen: string[] = [];
  const sent: string[] = [];
  let last = client.lastEventId;
  for (let n = 0; n < 30; n += 1) {
    const types = n % 3 !== 0;
    sent.push(types ? "typing" : `${n}`);
    if (types) await hamlet.callOrThrow("POST", "/typing", { op: "start", to: [othello.id] });
    else await hamlet.sendDirectMessage(othello, { content: `${n}` });
    if (n % 4 === 3) continue;
    for (const event of await client.poll({ block: n % 2 === 0 })) {
      assert.ok(event.id > last, `${event.id} after ${last}`);
      last = event.id;
      seen.push(event.message?.content ?? event.type);
    }
  }
  for (const event of await client.poll()) seen.push(event.message?.content ?? event.type);
  assert.deepEqual([...seen].sort(), [...sent].sort());
});

test("if no poll is waiting, only the latest ephemeral events are retained", async () => {
  const { hamlet, othello, realmId, server } = await createTestOrganization();
  const client = await othello.registerQueue({ event_types: ["typing"] });
  await client.poll();
  const payload = { type: "typing", op: "start", message_type: "direct", sender: { user_id: hamlet.id, email: "" } };
  for (let n = 0; n < 10_000; n += 1)
    server.queues.hub.publishEphemeral({ audience: { realmId, users: [othello.id] }, payload });
  const here = new Client(othello, client.state);
  const events = await here.poll();
  assert.ok(events.length > 500 && events.length <= 2000, `${events.length} events`);
});
