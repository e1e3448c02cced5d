import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, createTestOrganization, startServerBeside, startServer } from "@parlance/testkit";

test("a poll that waits at one process receives events that another process commits", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.at(second).registerQueue({ event_types: ["message"] });
  const waiting = client.poll({ block: true });
  const id = await hamlet.sendDirectMessage(othello);
  assert.equal((await waiting)[0]?.["message"]?.id, id);
});

test("a queue can be polled at different processes, and no event is missed or repeated", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.registerQueue({ event_types: ["message"], apply_markdown: false });
  const contents: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    await hamlet.at(n % 3 === 0 ? second : first).sendDirectMessage(othello, { content: `${n}` });
    const here = new Client(othello.at(n % 2 === 0 ? second : first), client.state);
    here.lastEventId = client.lastEventId;
    for (const { message } of await here.poll({ block: true })) contents.push(message!.content);
    client.lastEventId = here.lastEventId;
  }
  assert.deepEqual(
    contents,
    Array.from({ length: 20 }, (_, n) => `${n}`),
  );
});

test("if database notifications are lost, processes find new events by polling the log, and no event is missed", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.at(second).registerQueue({ event_types: ["message"] });
  await first.queues.hub.bus.stop();
  const waiting = client.poll({ block: true });
  const id = await hamlet.sendDirectMessage(othello);
  assert.equal((await waiting)[0]?.["message"]?.id, id);
});

test("if database notifications are lost, a process that had no event queue finds the events of its next one", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const earlier = await othello.at(second).registerQueue();
  await earlier.poll();
  await othello.at(second).callOrThrow("DELETE", "/events", { queue_id: earlier.queueId });
  assert.equal(second.queues.size.queues, 0);
  await first.queues.hub.bus.stop();
  const client = await othello.at(second).registerQueue({ event_types: ["message"] });
  const waiting = client.poll({ block: true });
  const id = await hamlet.sendDirectMessage(othello);
  assert.equal((await waiting)[0]?.["message"]?.id, id);
});

test("a poll that does not wait returns what another process committed before it, even if the notification is delayed", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const { hamlet, othello } = await createTestOrganization(first);
  const client = await othello.at(second).registerQueue({ event_types: ["message"] });
  assert.deepEqual(await client.poll(), []);
  await second.queues.hub.bus.stop();
  second.queues.hub.stopPolling();
  const id = await hamlet.sendDirectMessage(othello);
  assert.deepEqual(
    (await client.poll()).map(({ message }) => message?.id),
    [id],
  );
});
