import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findForeignLocks, findStrayLocks, findUnknownLockFunctions, findUnorderedLocks } from "./locks.ts";

const file = (path: string, text: string) => ({ path, text });

describe("locks", () => {
  const lines = (text: string, path = "server/src/modules/drafts/actions/edit-draft.ts") =>
    findStrayLocks([file(path, text)]);

  test("finds direct uses of advisory locks, except in the kernel's functions for locks", () => {
    assert.deepEqual(lines("await sql`\n  select pg_advisory_xact_lock(7, ${id})`"), [
      "server/src/modules/drafts/actions/edit-draft.ts:2: pg_advisory_xact_lock outside kernel/db/advisory-locks.ts",
    ]);
    assert.equal(lines("select pg_try_advisory_lock_shared(7)").length, 1);
    assert.deepEqual(lines('await takeLock(tx, "groups", id)'), []);
    assert.deepEqual(lines("select pg_advisory_xact_lock(7)", "kernel/db/advisory-locks.ts"), []);
  });

  test("finds functions that the table of locks names but that do not exist", () => {
    const files = [file("a.ts", "export async function lockOne() {}\nexport const lockTwo = () => 2;")];
    assert.deepEqual(findUnknownLockFunctions(files, ["lockOne", "lockTwo"]), []);
    assert.equal(findUnknownLockFunctions(files, ["lockThree"]).length, 1);
  });

  test("finds a lock without a place in the order, and one on rows of another module's table", () => {
    const lock = 'export const draftsLock: LockKind = {\n  name: "drafts",\n  rows: ["draft"],\n};\n';
    const own = file("server/src/modules/messages/drafts/locks.ts", lock);
    const foreign = file("server/src/modules/users/core/locks.ts", lock);
    const order = file("server/src/app/database/lock-order.ts", "new LockOrder([draftsLock])");
    assert.deepEqual([...findUnorderedLocks([order, own]), ...findForeignLocks([own])], []);
    assert.equal(findUnorderedLocks([own]).length, 1);
    assert.deepEqual(findForeignLocks([foreign]), [
      "server/src/modules/users/core/locks.ts: draftsLock locks rows of draft, which belongs to messages/drafts",
    ]);
  });
});
