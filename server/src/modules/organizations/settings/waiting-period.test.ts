import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, type TestUser, startServer, untilTransactionsBlocked } from "@parlance/testkit";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { promoteFullMembers } from "./jobs.ts";

const server = await startServer();

/** Returns the ids of the users who are stored as full members. */
const fullMembers = async (realmId: number): Promise<number[]> => {
  const rows = await server.db.reader
    .selectFrom("user_group_member")
    .innerJoin("user_group", "user_group.id", "group_id")
    .select("user_id")
    .where("realm_id", "=", realmId)
    .where("name_key", "=", "role:fullmembers")
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
};

/**
 * Starts two actions one after the other while a lock that both need is held. Then releases the lock and waits until
 * both are done.
 */
async function oneAfterTheOther(
  lock: (tx: Tx) => Promise<unknown>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const began: Promise<unknown>[] = [];
  await server.db.write(async (tx) => {
    await lock(tx);
    for (const act of [first, second]) {
      began.push(act());
      await untilTransactionsBlocked(server, began.length);
    }
  });
  await Promise.all(began);
}

const changes = (person: TestUser, days: number) => () =>
  person.callOrThrow("PATCH", "/realm", { waiting_period_threshold: days });

test("if the waiting period changes while members become full members, the new period applies to all members", async () => {
  const { realmId, desdemona } = await createTestOrganization(server);
  await changes(desdemona, 1)();
  const passing = async () =>
    promoteFullMembers.run({ db: server.db, clock, signal: new AbortController().signal } as never, {});
  await oneAfterTheOther((tx) => lockGroups(tx, realmId), changes(desdemona, 0), passing);
  assert.notDeepEqual(await fullMembers(realmId), []);
});

test("if a bot is created while the waiting period changes, the same period applies to the bot as to other users", async () => {
  const { realmId, desdemona, hamlet } = await createTestOrganization(server);
  const makes = () => hamlet.callOrThrow("POST", "/bots", { full_name: "Yorick", short_name: "yorick" });
  await oneAfterTheOther((tx) => lockPosition(tx, realmId), changes(desdemona, 7), makes);
  assert.deepEqual(await fullMembers(realmId), []);
});
