import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { channelsLock } from "@parlance/server/modules/channels/core/access/channel-lock-kinds.ts";
import { groupsLock } from "@parlance/server/modules/groups/core/locks.ts";
import { createTestDatabase } from "@parlance/testkit";
import { lockOrder } from "@parlance/server/app/database/lock-order.ts";
import { acquireSharedLock, acquireLock, acquireLocks } from "./advisory-locks.ts";
import { LockOrderChecker } from "./lock-order-checker.ts";

const { db } = await createTestDatabase();

const accounts = "select from account where id = $1 order by id for no key update";
const subscriptions = 'select * from "subscription" where "user_id" = $1 for update';

/** Returns the error that the checker throws for a sequence of statements, or null. */
function complaint(...statements: readonly string[]): string | null {
  const watch = new LockOrderChecker(lockOrder);
  try {
    for (const statement of statements) watch.checkStatement(statement);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("row locks that follow the lock order are accepted, and a lock out of order is reported", () => {
  assert.equal(complaint(accounts, subscriptions), null);
  assert.equal(complaint(accounts, subscriptions, accounts), null, "what is locked already");
  assert.match(complaint(subscriptions, accounts) ?? "", /^accounts: locked after subscriptions/);
});

test("the table whose rows are locked is found wherever the locking clause is in the statement", () => {
  const following = (statement: string) => complaint(subscriptions, statement);
  for (const statement of [
    "select from account where id = any($1) or id = (select owner from bot where id = $2) for share",
    "with open as (select id from account order by id for no key update) update invitation set used_at = now()",
    "with asked as (select 1 from message)\n select from account where id in (select id from asked) for key share",
    "select subscription.user_id from subscription join account on true for no key update of account",
  ]) {
    assert.match(following(statement) ?? "", /^accounts/, statement);
  }
  assert.equal(following('update "account" set "role" = $1'), null);
  assert.equal(following("select from search_progress where realm_id = $1 for update skip locked"), null);
});

test("locking rows of a table that the lock order does not contain is reported", () => {
  assert.match(complaint("select from draft for update") ?? "", /^rows of draft/);
});

test("a transaction that creates an organization may lock in any order", () => {
  assert.equal(complaint('insert into "realm" ("name") values ($1)', subscriptions, accounts), null);
});

test("a transaction that acquires advisory locks out of order fails", async () => {
  const acquire = (...steps: readonly [Parameters<typeof acquireLock>[1], number][]) =>
    db.write(async (tx) => {
      for (const [lock, key] of steps) await acquireLock(tx, lock, key);
    });
  await acquire([groupsLock, 1], [channelsLock, 4], [channelsLock, 7], [groupsLock, 1], [channelsLock, 4]);
  await assert.rejects(acquire([channelsLock, 4], [groupsLock, 1]), /groups: locked after channels/);
  await assert.rejects(acquire([channelsLock, 4], [channelsLock, 3]), /channels 3: locked after 4/);
});

test("a shared lock cannot be upgraded to an exclusive one", async () => {
  const sharing = db.write(async (tx) => {
    await acquireSharedLock(tx, groupsLock, 1);
    await acquireLock(tx, groupsLock, 1);
  });
  await assert.rejects(sharing, /groups 1: first shared, then exclusive/);
});

test("the locks that a query acquires are checked for each id, in the order of the query's rows", async () => {
  const acquire = (direction: "asc" | "desc") =>
    db.write((tx) =>
      acquireLocks(tx, channelsLock, sql`select id from generate_series(1, 3) as id order by id ${sql.raw(direction)}`),
    );
  await acquire("asc");
  await assert.rejects(acquire("desc"), /channels 2: locked after 3/);
});
