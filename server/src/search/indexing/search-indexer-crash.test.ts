// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { ServerProcess, withServerDatabase, until } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { idsIn, searchAs } from "../fixtures/searching.ts";

/**
 * Number of messages: several times as many as one transaction indexes, but no more than a page of search results can
 * contain.
 */
const MESSAGES = 4000;
/** One element for each time that the server is killed: true if the database is killed too. */
const KILLS = [false, true].slice(0, randomRun({ rounds: 1, exploreRounds: 2 }).rounds);

/**
 * Copies a message `count` times in the database, as if the copies had been sent while no indexer was running. Returns
 * the ids of the copies.
 */
const copies = (server: ServerProcess, id: number, count: number): Promise<number[]> =>
  withServerDatabase(server, (db) =>
    db.write(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with copy as (
          insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
          select nextval('message_id'), realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client
          from message cross join generate_series(1, ${count}::int) where id = ${id} returning id, realm_id
        ), counted as (
          update realm_counter set last_message_id = (select max(id) from copy)
          where realm_id in (select realm_id from copy)
        )
        select id from copy order by id`.execute(tx);
      return rows.map((row) => row.id);
    }),
  );

/** Waits until at least `count` of these messages are indexed. Returns the number of indexed messages. */
const untilIndexed = (server: ServerProcess, ids: readonly number[], count: number): Promise<number> =>
  withServerDatabase(server, (db) =>
    until(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from message_search where message_id = any(${ids}::bigint[])`.execute(db.reader);
      const indexed = Number(rows[0]?.count);
      return indexed >= count && indexed;
    }),
  );

test("if a server is killed while it indexes messages, it indexes the remaining ones after a restart", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const channel = await owner.createChannel("castle", [owner, member]);
  const first = await member.sendToChannel(channel, { content: "a crown" });
  await untilIndexed(server, [first], 1);
  const ids = [first, ...(await copies(server, first, MESSAGES))];
  for (const database of KILLS) {
    // A new message wakes the indexer.
    ids.push(await member.sendToChannel(channel, { content: "a crown" }));
    const indexed = await untilIndexed(server, ids, 2);
    await server.kill({ database });
    assert.ok(database || indexed < ids.length, "it was killed too late");
    await server.restart();
  }
  await untilIndexed(server, ids, ids.length);
  assert.deepEqual(idsIn(await searchAs(member, ["crowns"], { num_before: 5000 })), ids);
});
