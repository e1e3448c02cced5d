import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startServer, type Person, deadlocksOf } from "@parlance/testkit";

const server = await startServer();

test("writing into new channels, subscribing to them and marking as read never wait for each other in a circle", async () => {
  const { desdemona, hamlet, othello, cordelia } = await newRealm(server);
  const note = await hamlet.writesTo(hamlet);
  const marks = (op: string) => hamlet.post("/messages/flags", { messages: [note], op, flag: "read" });
  for (let round = 0; round < 8; round += 1) {
    const name = `channel ${round}`;
    await Promise.all([hamlet.creates(name), marks("add"), marks("remove"), marks("add")]);
    const joins = (who: Person) => who.does("POST", "/users/me/subscriptions", { subscriptions: [{ name }] });
    const leaves = (who: Person) => who.does("DELETE", "/users/me/subscriptions", { subscriptions: [name] });
    await Promise.all([othello.writes(name), joins(cordelia), joins(desdemona), hamlet.writes(name), joins(othello)]);
    await Promise.all([othello.writes(name), leaves(cordelia), marks("remove"), leaves(desdemona)]);
  }
  assert.equal(await deadlocksOf(server), 0);
});
