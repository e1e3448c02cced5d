import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startServer } from "@parlance/testkit";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { noteEverything, noteChanges } from "./snapshot-changes.ts";
import { Directories } from "./organization-snapshots.ts";

const parts = [people, organization];

test("organizations that are not asked for go where memory is short, the longest unused first", async () => {
  const server = await startServer();
  const realms = [await newRealm(server), await newRealm(server), await newRealm(server)];
  const [first, second, third] = realms.map(({ realmId }) => realmId) as [number, number, number];
  const one = (await new Directories({ db: server.db, parts }).now(first)).bytes;
  const directories = new Directories({ db: server.db, parts, mostBytes: one * 2.5 });

  for (const realmId of [first, second, first, third]) await directories.now(realmId);

  assert.deepEqual(directories.newest(10), [first, third]);
  assert.ok(directories.bytes <= one * 2.5);
  assert.equal((await directories.now(second)).of(people).get(realms[1]!.hamlet.id)?.full_name, "King Hamlet");
});

test("what is made of an organization is known to be out of date by its revision alone", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await newRealm(server);
  const directories = new Directories({ db: server.db, parts });
  const directory = await directories.now(realmId);
  const { revision, head } = directory;

  await hamlet.writesTo(othello);
  assert.equal((await directories.now(realmId)).revision, revision);
  assert.ok(directory.head > head);
  await hamlet.does("PATCH", "/settings", { full_name: "Prince Hamlet" });
  assert.equal(await directories.now(realmId), directory);
  assert.equal(directory.revision, revision + 1);
  assert.equal(directory.of(people).get(hamlet.id)?.full_name, "Prince Hamlet");
});

test("after so much has changed that it was not told one by one, a directory begins anew", async () => {
  const server = await startServer();
  const { realmId } = await newRealm(server);
  const directories = new Directories({ db: server.db, parts });
  const before = await directories.now(realmId);
  await server.db.write(async (tx) => noteEverything(tx, realmId));
  assert.notEqual(await directories.now(realmId), before);
});

test("a change that is not told is found, and told which", async () => {
  const server = await startServer();
  const { hamlet, realmId } = await newRealm(server);
  const rename = (isTold: boolean) =>
    server.db.write(async (tx) => {
      await tx.updateTable("account").set({ full_name: "Nobody" }).where("id", "=", hamlet.id).execute();
      if (isTold) noteChanges(tx, realmId, people, [hamlet.id]);
    });
  await hamlet.get("/users/me");
  await assert.rejects(
    rename(false),
    /not told of people with noteChanges: \d+: .*King Hamlet.*in the database.*Nobody/,
  );
  await rename(true);
});

test("where the database may have lost what was committed, nothing of it stays in memory", async () => {
  const server = await startServer();
  const { hamlet, othello, realmId } = await newRealm(server);
  await hamlet.writesTo(othello);
  const before = await server.directories.now(realmId);
  const flusher = "application_name = 'parlance flush' and datname = current_database()";
  await server.db.pool.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${flusher}`);
  await hamlet.writesTo(othello);
  assert.notEqual(await server.directories.now(realmId), before);
});
