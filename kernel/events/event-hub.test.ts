import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer } from "@parlance/testkit";
import { localBus } from "./bus.ts";
import { EventHub } from "./event-hub.ts";
import { readPosition } from "./event-log.ts";

const { db } = await testServer();

test("if an organization's log cannot be read at first, the retry does not create a second tail, so no event is delivered twice", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  const ids: number[] = [];
  let [looks, channels] = [0, 0];
  const commitAndAnnounce = async () => {
    await hamlet.createChannel(`channel ${(channels += 1)}`);
    hub.handleAnnouncement({ kind: "log", realmId, id: (await readPosition(db.reader, realmId)).eventId });
  };
  const flushConnection = async () => {
    looks += 1;
    if (looks === 2) throw new Error("the connection was lost");
    return { flush: looks === 3 ? commitAndAnnounce : async () => undefined };
  };
  const onError = (error: unknown) => assert.fail(String(error));
  const hub = new EventHub({
    db: { reader: db.reader, flushConnection },
    bus: localBus,
    consumeLogged: (event) => void ids.push(event.id),
    consumeEphemeral: () => undefined,
    onOtherProcessCommit: () => undefined,
    onError,
  });
  await assert.rejects(hub.follow(realmId), /the connection was lost/);
  await commitAndAnnounce();
  await hub.follow(realmId);
  await commitAndAnnounce();
  await hub.consumeCommitted(realmId);
  assert.ok(ids.length > 0);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  );
});

test("the logs of all organizations are polled together, and events of each that were not announced are found", async () => {
  const organizations = [
    await createTestOrganization(),
    await createTestOrganization(),
    await createTestOrganization(),
  ];
  const consumed = new Map<number, number>();
  let looks = 0;
  const flushConnection = () => {
    looks += 1;
    return Promise.resolve({ flush: async () => undefined });
  };
  const hub = new EventHub({
    db: { reader: db.reader, flushConnection },
    bus: localBus,
    consumeLogged: ({ realmId, id }) => void consumed.set(realmId, id),
    consumeEphemeral: () => undefined,
    onOtherProcessCommit: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  const tails = await Promise.all(organizations.map(({ realmId }) => hub.follow(realmId)));
  for (const { hamlet } of organizations) await hamlet.createChannel("denmark");
  looks = 0;
  await hub.catchUp();
  assert.equal(looks, 1);
  for (const tail of tails) await tail.caughtUp();
  for (const { realmId } of organizations) {
    assert.equal(consumed.get(realmId), (await readPosition(db.reader, realmId)).eventId);
  }
});
