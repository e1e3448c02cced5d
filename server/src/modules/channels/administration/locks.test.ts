import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer, type TestUser, stopAndCountDeadlocks } from "@parlance/testkit";

const server = await startServer();

test("no deadlock occurs when users send to new channels, subscribe to them and mark messages as read at the same time", async () => {
  const { desdemona, hamlet, othello, cordelia } = await createTestOrganization(server);
  const note = await hamlet.sendDirectMessage(hamlet);
  const marks = (op: string) => hamlet.post("/messages/flags", { messages: [note], op, flag: "read" });
  for (let round = 0; round < 8; round += 1) {
    const name = `channel ${round}`;
    await Promise.all([hamlet.createChannel(name), marks("add"), marks("remove"), marks("add")]);
    const joins = (who: TestUser) => who.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });
    const leaves = (who: TestUser) => who.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: [name] });
    await Promise.all([
      othello.sendToChannel(name),
      joins(cordelia),
      joins(desdemona),
      hamlet.sendToChannel(name),
      joins(othello),
    ]);
    await Promise.all([othello.sendToChannel(name), leaves(cordelia), marks("remove"), leaves(desdemona)]);
  }
  assert.equal(await stopAndCountDeadlocks(server), 0);
});
