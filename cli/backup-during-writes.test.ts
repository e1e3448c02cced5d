// Slow: starts, kills and restarts servers with much data.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import { type TestUser, ServerProcess } from "@parlance/testkit";
import {
  backUp,
  demoUser,
  restoreBackup,
  loadRows,
  loadServerRows,
  startServerOn,
  createTemporaryFolder,
} from "./fixtures/backups.ts";

const WRITERS = ["owner", "admin", "member", "member2"];

/** Sends messages one after the other until `stops` is called. `ids`: the ids of the messages acknowledged so far. */
function startWriting(person: TestUser) {
  const ids: number[] = [];
  const stop = new AbortController();
  const done = (async () => {
    while (!stop.signal.aborted) {
      const id = await person.sendToChannel("general", { topic: "races", content: `Round ${ids.length}` });
      ids.push(id);
      if (ids.length % 3 === 0)
        await person.callOrThrow("POST", `/messages/${id}/reactions`, { emoji_name: "octopus" });
    }
  })();
  return {
    ids,
    async stops() {
      stop.abort();
      await done;
    },
  };
}

const server = await ServerProcess.start();
test.after(() => server[Symbol.asyncDispose]());

test("a backup that is created during continuous writes is a consistent snapshot with everything that was acknowledged before it", async (t) => {
  const folder = await createTemporaryFolder(t);
  // As long as this queue is not polled, the events that it has not received stay in the log.
  await (await demoUser(server, "member")).registerQueue();
  const writers = await Promise.all(WRITERS.map(async (name) => startWriting(await demoUser(server, name))));
  while (writers.some(({ ids }) => ids.length < 5)) await new Promise((resolve) => setImmediate(resolve));

  const before = writers.flatMap(({ ids }) => [...ids]);
  await backUp(server.dataDir, join(folder, "backup.tar.gz"));
  const after = writers.flatMap(({ ids }) => ids.length);
  await Promise.all(writers.map((writer) => writer.stops()));
  assert.ok(after.reduce((sum, count) => sum + count, 0) > before.length, "they wrote on meanwhile");

  await restoreBackup(join(folder, "backup.tar.gz"), join(folder, "restored"));
  const rows = await loadRestoredRows(folder, "select id::int from message");
  const there = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    before.filter((id) => !there.has(id)),
    [],
  );
  const [found] = await loadRestoredRows(folder, INCONSISTENCIES);
  assert.deepEqual(found, { events: 0, messages: 0, reactions: 0, counters: 0 });

  const restored = await startServerOn(t, join(folder, "restored"));
  const member = await demoUser(restored, "member");
  const id = await member.sendToChannel("general", { content: "Life goes on" });
  assert.ok(!there.has(id) && id > Math.max(...(rows.map((row) => row["id"]) as number[])));
});

/**
 * Loads rows of the restored database without starting a server on it, which would delete events that no queue needs.
 */
async function loadRestoredRows(folder: string, sql: string): Promise<Record<string, unknown>[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "restored"), log: () => undefined });
  try {
    return await loadRows(postgres.connection, sql);
  } finally {
    await postgres.stop();
  }
}

/**
 * Query that counts events without messages, messages without events, messages whose reactions do not match the events,
 * and organizations whose event counter does not match.
 */
const INCONSISTENCIES = `
    with told as (
       select (payload->'message'->>'id')::bigint as id from event where type = 'message'
     ), reacted as (
       select (payload->'event'->>'message_id')::bigint as id, count(*) as times from event where type = 'reaction' group by 1
     )
     select
       (select count(*)::int from told where not exists (select from message where message.id = told.id)) as events,
       (select count(*)::int from message
         where topic = 'races' and not exists (select from told where told.id = message.id)) as messages,
       (select count(*)::int from message join reacted using (id)
         where (select count(*) from reaction where message_id = message.id) <> reacted.times) as reactions,
       (select count(*)::int from realm_counter
         where last_event_id <> (select coalesce(max(id), 0) from event where event.realm_id = realm_counter.realm_id)) as counters`;

/** Fields that differ in each response. */
const VOLATILE_FIELDS = new Set(["queue_id", "server_generation", "server_timestamp"]);

/** Returns everything that a user can see, except fields that change with time. */
async function snapshotFor(person: TestUser): Promise<object> {
  const { state } = await person.registerQueue();
  const history = await person.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 1000, num_after: 0 });
  const lasting = Object.entries(state).filter(([name]) => !VOLATILE_FIELDS.has(name));
  return { ...Object.fromEntries(lasting), messages: history["messages"] };
}

test("after a restore, all users see the same data as before and have the same API keys", async (t) => {
  const folder = await createTemporaryFolder(t);
  const names = Object.keys(await server.demoUsers()).filter((name) => name !== "bot");
  const member = await demoUser(server, "member");
  await member.sendToChannel("general", {
    topic: `\\N ${randomUUID()}`,
    content: "back\\slash\t\u2028 and \\N and ✔\n\n* a\n* b",
  });
  const emailCounts = await loadServerRows(server.dataDir, "select count(*)::int as count from mail");

  const seen = new Map<string, object>();
  for (const name of names) seen.set(name, await snapshotFor(await demoUser(server, name)));
  await backUp(server.dataDir, join(folder, "backup.tar.gz"));
  await server.stop();

  // Restored into the same data directory, so that the server keeps its address.
  const { kept_as: formerFolder } = await restoreBackup(join(folder, "backup.tar.gz"), server.dataDir);
  t.after(() => rm(formerFolder, { recursive: true, force: true }));
  await server.restart();
  for (const name of names) assert.deepEqual(await snapshotFor(await demoUser(server, name)), seen.get(name), name);
  assert.deepEqual(await loadServerRows(server.dataDir, "select count(*)::int as count from mail"), emailCounts);
});

test("after a restore, event queues from before or after the backup are unknown, so clients register again", async (t) => {
  const folder = await createTemporaryFolder(t);
  const member = await demoUser(server, "member");
  const early = await member.registerQueue();
  await member.sendToChannel("general", { content: "in the backup" });
  await backUp(server.dataDir, join(folder, "backup.tar.gz"));
  await member.sendToChannel("general", { content: "after the backup" });
  const late = await member.registerQueue();
  await server.stop();

  await restoreBackup(join(folder, "backup.tar.gz"), join(folder, "restored"));
  const restored = await startServerOn(t, join(folder, "restored"));
  for (const { queueId, lastEventId } of [early, late]) {
    const answer = await member
      .at(restored)
      .get("/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
    assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  }
});
