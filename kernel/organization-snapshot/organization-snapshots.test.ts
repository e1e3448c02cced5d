import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { organization } from "@parlance/server/modules/organizations/core/organization-snapshot.ts";
import { users } from "@parlance/server/modules/users/core/snapshot/users-snapshot.ts";
import { recordSnapshotReload, recordSnapshotChanges } from "./snapshot-changes.ts";
import { OrganizationSnapshots } from "./organization-snapshots.ts";

const parts = [users, organization];

test("when the memory limit is reached, the least recently used organizations are evicted", async () => {
  const server = await startServer();
  const realms = [
    await createTestOrganization(server),
    await createTestOrganization(server),
    await createTestOrganization(server),
  ];
  const [first, second, third] = realms.map(({ realmId }) => realmId) as [number, number, number];
  const one = (await new OrganizationSnapshots({ db: server.db, sections: () => parts }).current(first)).bytes;
  const snapshots = new OrganizationSnapshots({ db: server.db, sections: () => parts, maxBytes: one * 2.5 });

  for (const realmId of [first, second, first, third]) await snapshots.current(realmId);

  assert.deepEqual(snapshots.mostRecentlyUsed(10), [first, third]);
  assert.ok(snapshots.bytes <= one * 2.5);
  assert.equal((await snapshots.current(second)).get(users).get(realms[1]!.hamlet.id)?.full_name, "King Hamlet");
});

test("an unchanged revision means that values derived from an organization snapshot are still valid", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const snapshots = new OrganizationSnapshots({ db: server.db, sections: () => parts });
  const snapshot = await snapshots.current(realmId);
  const { revision, head } = snapshot;

  await hamlet.sendDirectMessage(othello);
  assert.equal((await snapshots.current(realmId)).revision, revision);
  assert.ok(snapshot.head > head);
  await hamlet.callOrThrow("PATCH", "/settings", { full_name: "Prince Hamlet" });
  assert.equal(await snapshots.current(realmId), snapshot);
  assert.equal(snapshot.revision, revision + 1);
  assert.equal(snapshot.get(users).get(hamlet.id)?.full_name, "Prince Hamlet");
});

test("after a reload event, snapshots are loaded again completely", async () => {
  const server = await startServer();
  const { realmId } = await createTestOrganization(server);
  const snapshots = new OrganizationSnapshots({ db: server.db, sections: () => parts });
  const before = await snapshots.current(realmId);
  await server.db.write(async (tx) => recordSnapshotReload(tx, realmId));
  assert.notEqual(await snapshots.current(realmId), before);
});

test("a change that was not recorded is detected and described", async () => {
  const server = await startServer();
  const { hamlet, realmId } = await createTestOrganization(server);
  const rename = (isRecorded: boolean) =>
    server.db.write(async (tx) => {
      await tx.updateTable("account").set({ full_name: "Nobody" }).where("id", "=", hamlet.id).execute();
      if (isRecorded) recordSnapshotChanges(tx, realmId, users, [hamlet.id]);
    });
  await hamlet.get("/users/me");
  await assert.rejects(
    rename(false),
    /differs from the database in people; a write did not call recordSnapshotChanges: \d+: .*King Hamlet.*in the database.*Nobody/,
  );
  await rename(true);
});

test("snapshots are evicted if the database may have lost committed data", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  await hamlet.sendDirectMessage(othello);
  const before = await server.snapshots.current(realmId);
  const flusher = "application_name = 'parlance flush' and datname = current_database()";
  await server.db.pool.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${flusher}`);
  await hamlet.sendDirectMessage(othello);
  assert.notEqual(await server.snapshots.current(realmId), before);
});

test("within a transaction, an organization snapshot has everything committed before, and other writes do not wait for the transaction", async () => {
  const server = await startServer();
  const { hamlet, realmId } = await createTestOrganization(server);
  // Like the snapshots of another process, these are not informed about commits.
  const snapshots = new OrganizationSnapshots({ db: server.db, sections: () => parts });
  await snapshots.current(realmId);
  await server.db.write(async (tx) => {
    for (const full_name of ["Prince Hamlet", "Hamlet of Denmark"]) {
      await hamlet.callOrThrow("PATCH", "/settings", { full_name });
      const snapshot = await snapshots.committed(tx, realmId);
      assert.equal(snapshot.get(users).get(hamlet.id)?.full_name, full_name);
    }
  });
});

test("if an organization is not in memory, a transaction loads its snapshot with its own connection", async () => {
  const server = await startServer();
  const { hamlet, realmId } = await createTestOrganization(server);
  const unreachable = () => assert.fail("another connection was used");
  const snapshots = new OrganizationSnapshots({
    db: { reader: new Proxy(server.db.reader, { get: unreachable }), snapshot: unreachable },
    sections: () => parts,
  });
  await server.db.write(async (tx) => {
    const snapshot = await snapshots.committed(tx, realmId);
    assert.equal(snapshot.get(users).get(hamlet.id)?.full_name, "King Hamlet");
  });
});

test("a transaction that has changed an organization cannot decide with the snapshot of what was committed", async () => {
  const server = await startServer();
  const { hamlet, realmId } = await createTestOrganization(server);
  const decides = server.db.write(async (tx) => {
    recordSnapshotChanges(tx, realmId, users, [hamlet.id]);
    await server.snapshots.committed(tx, realmId);
  });
  await assert.rejects(decides, /has changed the organization before it read the organization snapshot/);
});
