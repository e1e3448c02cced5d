// Slow: starts, kills and restarts servers with much data.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEmbeddedPostgres } from "@parlance/server/kernel/db/embedded/index.ts";
import { type Person, ServerProcess } from "@parlance/testkit";
import { backsUp, personOf, restores, rowsAt, rowsOf, startedOn, temporaryFolder } from "./fixtures/backups.ts";

const WRITERS = ["owner", "admin", "member", "member2"];

/** Writes one message after the other until it is told to stop. The ids of those that were acknowledged. */
function writing(person: Person) {
  const ids: number[] = [];
  const stop = new AbortController();
  const done = (async () => {
    while (!stop.signal.aborted) {
      const id = await person.writes("general", { topic: "races", content: `Round ${ids.length}` });
      ids.push(id);
      if (ids.length % 3 === 0) await person.does("POST", `/messages/${id}/reactions`, { emoji_name: "octopus" });
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

test("a backup beside people who write without a pause holds one moment: what was acknowledged before, whole", async (t) => {
  const folder = await temporaryFolder(t);
  // A queue that nobody polls keeps all events in the log.
  await (await personOf(server, "member")).registers();
  const writers = await Promise.all(WRITERS.map(async (name) => writing(await personOf(server, name))));
  while (writers.some(({ ids }) => ids.length < 5)) await new Promise((resolve) => setImmediate(resolve));

  const before = writers.flatMap(({ ids }) => [...ids]);
  await backsUp(server.dataDir, join(folder, "backup.tar.gz"));
  const after = writers.flatMap(({ ids }) => ids.length);
  await Promise.all(writers.map((writer) => writer.stops()));
  assert.ok(after.reduce((sum, count) => sum + count, 0) > before.length, "they wrote on meanwhile");

  await restores(join(folder, "backup.tar.gz"), join(folder, "restored"));
  const rows = await restoredRows(folder, "select id::int from message");
  const there = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    before.filter((id) => !there.has(id)),
    [],
  );
  const [found] = await restoredRows(folder, CONTRADICTIONS);
  assert.deepEqual(found, { events: 0, messages: 0, reactions: 0, counters: 0 });

  const restored = await startedOn(t, join(folder, "restored"));
  const member = await personOf(restored, "member");
  const id = await member.writes("general", { content: "Life goes on" });
  assert.ok(!there.has(id) && id > Math.max(...(rows.map((row) => row["id"]) as number[])));
});

/** Rows of the restored database, before a server forgets events that nobody waits for. */
async function restoredRows(folder: string, sql: string): Promise<Record<string, unknown>[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "restored"), log: () => undefined });
  try {
    return await rowsAt(postgres.connection, sql);
  } finally {
    await postgres.stop();
  }
}

/** How often something is without its event, or the other way round. */
const CONTRADICTIONS = `
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

/** Of an answer, what is another each time. */
const OF_THE_MOMENT = new Set(["queue_id", "server_generation", "server_timestamp"]);

/** What somebody sees, without what is so at that moment only. */
async function seenBy(person: Person): Promise<object> {
  const { state } = await person.registers();
  const history = await person.does("GET", "/messages", { anchor: "newest", num_before: 1000, num_after: 0 });
  const lasting = Object.entries(state).filter(([name]) => !OF_THE_MOMENT.has(name));
  return { ...Object.fromEntries(lasting), messages: history["messages"] };
}

test("everybody sees after a restore what they saw before, with the API key they had", async (t) => {
  const folder = await temporaryFolder(t);
  const names = Object.keys(await server.people()).filter((name) => name !== "bot");
  const member = await personOf(server, "member");
  await member.writes("general", {
    topic: `\\N ${randomUUID()}`,
    content: "back\\slash\t\u2028 and \\N and ✔\n\n* a\n* b",
  });
  const letters = await rowsOf(server.dataDir, "select count(*)::int as count from mail");

  const seen = new Map<string, object>();
  for (const name of names) seen.set(name, await seenBy(await personOf(server, name)));
  await backsUp(server.dataDir, join(folder, "backup.tar.gz"));
  await server.stop();

  // In its own folder, so that it has its own address again.
  const { kept_as: kept } = await restores(join(folder, "backup.tar.gz"), server.dataDir);
  t.after(() => rm(kept, { recursive: true, force: true }));
  await server.startAgain();
  for (const name of names) assert.deepEqual(await seenBy(await personOf(server, name)), seen.get(name), name);
  assert.deepEqual(await rowsOf(server.dataDir, "select count(*)::int as count from mail"), letters);
});

test("a queue from before the backup, or after it, is reported as gone, so its client registers again", async (t) => {
  const folder = await temporaryFolder(t);
  const member = await personOf(server, "member");
  const early = await member.registers();
  await member.writes("general", { content: "in the backup" });
  await backsUp(server.dataDir, join(folder, "backup.tar.gz"));
  await member.writes("general", { content: "after the backup" });
  const late = await member.registers();
  await server.stop();

  await restores(join(folder, "backup.tar.gz"), join(folder, "restored"));
  const restored = await startedOn(t, join(folder, "restored"));
  for (const { queueId, lastEventId } of [early, late]) {
    const answer = await member
      .at(restored)
      .get("/events", { queue_id: queueId, last_event_id: lastEventId, dont_block: true });
    assert.equal(answer.code, "BAD_EVENT_QUEUE_ID");
  }
});
