import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { databaseOf, ServerProcess, untilWaiting } from "@parlance/testkit";
import { ALL, moves, ofType, placeOf, quiet } from "./fixtures/moving.ts";

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
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db
    .write(async (tx) => {
      await sql`select from realm_counter for update`.execute(tx);
      locked.resolve();
      await held.promise;
    })
    .catch(() => undefined);
  await locked.promise;
  const moving = moves(owner, ids[0] ?? 0, { stream_id: to, ...ALL }).catch(() => undefined);
  await untilWaiting({ db }, 1, "from realm_counter.*for update");
  await server.kill({ database: false });
  await moving;
  held.resolve();
  await holding;
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
