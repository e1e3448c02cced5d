// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { databaseOf, holdRows, ServerProcess } from "@parlance/testkit";
import { AT_ONCE } from "./actions/delete-messages.ts";
import {
  deletesTopic,
  goneIds,
  topicIds,
  untilLeft,
  untilWaitingForMessage,
  writesMany,
} from "./fixtures/delete-messages.ts";

test("a server that is killed while it deletes a topic has deleted whole parts, and goes on after its next start", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.people();
  assert.ok(owner && member);
  const channel = await owner.creates("castle", [owner, member]);
  const ids = await writesMany(member, channel, "ghost", 2 * AT_ONCE + 50);
  const client = await member.registers();

  const db = await databaseOf(server);
  // One of the third part, so that the deletion stops before it. What makes messages searchable does not.
  const release = await holdRows(db, sql`select from message where id = ${ids[20]} for no key update`);
  const deleting = deletesTopic(owner, channel, "ghost").catch(() => undefined);
  await untilLeft(db, ids, 50);
  await untilWaitingForMessage({ db }, 1);
  await server.kill({ database: false });
  await deleting;
  await release();
  await db.close();

  await server.startAgain();
  assert.deepEqual(await topicIds(member, channel, "ghost"), ids.slice(0, 50));
  const { lastEventId } = await member.registers();
  assert.deepEqual(goneIds(await client.eventsUpTo(lastEventId)), [
    ...ids.slice(-AT_ONCE),
    ...ids.slice(50, 50 + AT_ONCE),
  ]);
  assert.equal((await deletesTopic(owner, channel, "ghost"))["complete"], true);
  assert.deepEqual(await topicIds(member, channel, "ghost"), []);
  assert.deepEqual(goneIds(await client.polls()), ids.slice(0, 50));
});
