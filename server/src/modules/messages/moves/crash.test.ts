// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openServerDatabase, lockRows, ServerProcess, untilTransactionsBlocked } from "@parlance/testkit";
import { CHANGE_ALL, moveAs, eventsOfType, locationOf, WITHOUT_NOTICES } from "./fixtures/move-messages.ts";

test("if the server is killed after storing a move but before publishing its events, the messages are not moved", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const from = await owner.createChannel("denmark", [owner, member], WITHOUT_NOTICES);
  const to = await owner.createChannel("norway", [owner, member], WITHOUT_NOTICES);
  const ids: number[] = [];
  while (ids.length < 30) ids.push(await member.sendToChannel(from));
  const client = await member.registerQueue();

  const db = await openServerDatabase(server);
  const release = await lockRows(db, sql`select from realm_counter for update`);
  const moving = moveAs(owner, ids[0] ?? 0, { stream_id: to, ...CHANGE_ALL }).catch(() => undefined);
  await untilTransactionsBlocked({ db }, 1, "from realm_counter.*for update");
  await server.kill({ database: false });
  await moving;
  await release();
  await db.close();

  await server.restart();
  const places = await Promise.all(ids.map((id) => locationOf(member, id)));
  assert.deepEqual(new Set(places.map(String)), new Set([`${from},topic`]));
  const { lastEventId } = await member.registerQueue();
  assert.deepEqual(eventsOfType(await client.eventsUpTo(lastEventId), "update_message"), []);
  await moveAs(owner, ids[0] ?? 0, { stream_id: to, ...CHANGE_ALL });
  const [update, ...more] = eventsOfType(await client.poll(), "update_message");
  assert.deepEqual([update?.message_ids, more], [ids, []]);
  assert.deepEqual(await locationOf(member, ids.at(-1) ?? 0), [to, "topic"]);
});
