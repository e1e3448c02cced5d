// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { databaseOf, holdRows, ServerProcess, untilWaiting } from "@parlance/testkit";
import { ALL, moves, ofType, placeOf, quiet } from "./fixtures/move-messages.ts";

test("a server that is killed when it has stored a move, but not announced it, has not moved anything", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.people();
  assert.ok(owner && member);
  const from = await owner.creates("denmark", [owner, member], quiet);
  const to = await owner.creates("norway", [owner, member], quiet);
  const ids: number[] = [];
  while (ids.length < 30) ids.push(await member.writes(from));
  const client = await member.registers();

  const db = await databaseOf(server);
  const release = await holdRows(db, sql`select from realm_counter for update`);
  const moving = moves(owner, ids[0] ?? 0, { stream_id: to, ...ALL }).catch(() => undefined);
  await untilWaiting({ db }, 1, "from realm_counter.*for update");
  await server.kill({ database: false });
  await moving;
  await release();
  await db.close();

  await server.startAgain();
  const places = await Promise.all(ids.map((id) => placeOf(member, id)));
  assert.deepEqual(new Set(places.map(String)), new Set([`${from},topic`]));
  const { lastEventId } = await member.registers();
  assert.deepEqual(ofType(await client.eventsUpTo(lastEventId), "update_message"), []);
  await moves(owner, ids[0] ?? 0, { stream_id: to, ...ALL });
  const [told, ...more] = ofType(await client.polls(), "update_message");
  assert.deepEqual([told?.message_ids, more], [ids, []]);
  assert.deepEqual(await placeOf(member, ids.at(-1) ?? 0), [to, "topic"]);
});
