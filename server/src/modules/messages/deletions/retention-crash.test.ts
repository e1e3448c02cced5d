// Slow: starts, kills and restarts servers with much data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { databaseOf, holdRows, ServerProcess } from "@parlance/testkit";
import { systemClock } from "#kernel/clock.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { createLogger } from "#kernel/log.ts";
import { AT_ONCE } from "./actions/delete-messages.ts";
import { deleteOldMessages } from "./jobs.ts";
import { goneIds, topicIds, untilLeft, untilWaitingForMessage, writesMany } from "./fixtures/delete-messages.ts";

test("a server that is killed while old messages go has deleted whole parts, and the rest goes later", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.people();
  assert.ok(owner && member);
  const channel = await owner.creates("castle", [owner, member]);
  const ids = await writesMany(member, channel, "ghost", 2 * AT_ONCE + 50);
  await owner.does("PATCH", `/streams/${channel}`, { message_retention_days: 7 });
  const client = await member.registers();

  const db = await databaseOf(server);
  await db.write((tx) =>
    sql`update message set sent_at = now() - interval '9 days' where id = any(${ids}::bigint[])`.execute(tx),
  );
  // One of the third part, so that the deletion stops before it. What makes messages searchable does not.
  const release = await holdRows(db, sql`select from message where id = ${ids.at(-10)} for no key update`);
  await db.write(async (tx) => requestJob(tx, deleteOldMessages, {}));
  await untilLeft(db, ids, 60);
  await untilWaitingForMessage({ db }, 1);
  await server.kill({ database: false });
  await release();
  await db.close();

  await server.startAgain();
  const left = await topicIds(member, channel, "ghost");
  assert.deepEqual(left, ids.slice(ids.length - left.length));
  assert.ok(left.length > 0 && left.length <= 60, String(left.length));
  const { lastEventId } = await member.registers();
  const gone = goneIds(await client.eventsUpTo(lastEventId));
  assert.deepEqual(
    gone.filter((id) => ids.includes(id)),
    ids.slice(0, ids.length - left.length),
  );

  const again = await databaseOf(server);
  t.after(() => again.close());
  const log = createLogger({ level: "silent" });
  const signal = new AbortController().signal;
  await deleteOldMessages.run({ db: again, clock: systemClock, log, signal }, {});
  assert.deepEqual(await topicIds(member, channel, "ghost"), []);
  const told: number[] = [];
  // The server learns within a second what another process has written.
  while (told.length < left.length) told.push(...goneIds(await client.polls({ block: true })));
  assert.deepEqual(told, left);
});
