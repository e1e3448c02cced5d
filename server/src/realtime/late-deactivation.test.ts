import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { LaggingProcess } from "./fixtures/lagging-process.ts";

test("a process that has not noticed a deactivation yet sends the user no events, and refuses the poll", async () => {
  const server = await startServer();
  const lagging = await LaggingProcess.startBeside(server);
  const { desdemona, hamlet, othello, realmId } = await createTestOrganization(server);
  const client = await hamlet.at(lagging.server).registerQueue({ event_types: ["message"] });
  await client.poll();
  await othello.sendDirectMessage(hamlet);
  await lagging.catchUp(realmId);
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  await assert.rejects(client.poll({ block: true }), /Account is deactivated/);
});
