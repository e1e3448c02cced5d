import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  countStatements,
  recordLeastStatements,
  createTestOrganization,
  type StatementCounts,
} from "@parlance/testkit";

test("sending a message to 10,000 subscribers executes as many statements as sending it to 10", async () => {
  const { hamlet, realmId, server } = await createTestOrganization();
  const [few, many] = [await hamlet.createChannel("few"), await hamlet.createChannel("many")];
  await addBulkMembers(server.db, { realmId, channelId: few, size: 9 });
  await addBulkMembers(server.db, { realmId, channelId: many, size: 9_999 });
  for (const channel of [few, many]) await hamlet.sendToChannel(channel);
  // Returns the lowest of several counts. Once per second, a request executes an additional statement that loads the
  // organization of its host.
  const workOfSend = async (channel: number) => {
    const counts: StatementCounts[] = [];
    for (let n = 0; n < 3; n += 1)
      counts.push(await countStatements(server.db.pool, () => hamlet.sendToChannel(channel)));
    return counts.reduce((least, one) => (one.statements < least.statements ? one : least));
  };

  const toFew = await workOfSend(few);
  const toMany = await workOfSend(many);

  assert.deepEqual(toMany, toFew);
  assert.ok(toFew.rows <= 5, `${toFew.rows} rows`);
});

test("sending a message executes at most five statements in its transaction and none outside", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("rest", [hamlet, othello]);
  for (const send of [() => hamlet.sendToChannel(channel), () => hamlet.sendDirectMessage(othello)]) {
    await send();
    const work = (await recordLeastStatements(server.db.pool, send)).map(({ text }) => text);
    assert.deepEqual([work[0], work.at(-1)], ["begin isolation level read committed", "commit"]);
    assert.ok(work.length <= 7, work.join("\n"));
  }
});
