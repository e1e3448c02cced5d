import assert from "node:assert/strict";
import { test } from "node:test";
import { addCrowd, countStatements, newRealm } from "@parlance/testkit";

test("a send to 10,000 subscribers asks the database for as much as a send to 10", async () => {
  const { hamlet, realmId, server } = await newRealm();
  const [few, many] = [await hamlet.creates("few"), await hamlet.creates("many")];
  await addCrowd(server.db, { realmId, channelId: few, size: 9 });
  await addCrowd(server.db, { realmId, channelId: many, size: 9_999 });
  for (const channel of [few, many]) await hamlet.writes(channel);

  const toFew = await countStatements(server.db.pool, () => hamlet.writes(few));
  const toMany = await countStatements(server.db.pool, () => hamlet.writes(many));

  assert.deepEqual(toMany, toFew);
  assert.ok(toFew.statements > 0 && toFew.statements <= 15, `${toFew.statements} statements`);
  assert.ok(toFew.rows <= 15, `${toFew.rows} rows`);
});
