import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  minutes,
  createTestOrganization,
  type TestUser,
  seconds,
  SessionUser,
  signInWithSession,
  startServerBeside,
  type TestOrganization,
  untilTransactionsBlocked,
  writeRowsDirectly,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { endSession, endSessions } from "./actions/end-sessions.ts";
import { setPassword } from "../passwords/actions/set-password.ts";
import { storeSessionUses } from "./actions/store-session-uses.ts";
import { pruneSessions } from "./jobs.ts";
import { hashSessionToken } from "./sessions.ts";

const log = createLogger({ level: "silent" });
const signIn = ({ server }: TestOrganization, person: TestUser): Promise<SessionUser> =>
  signInWithSession(server, person);

/** Whether the browser's session is valid. */
const isSignedIn = async (browser: SessionUser): Promise<boolean> => (await browser.get("/users/me")).status === 200;

const areSignedIn = (browsers: readonly SessionUser[]): Promise<boolean[]> => Promise.all(browsers.map(isSignedIn));

/** Records a use of a browser's session at the current time. */
async function uses({ server: { db } }: TestOrganization, { sessionToken }: SessionUser): Promise<void> {
  const row = db.reader.selectFrom("web_session").select("id").where("token_hash", "=", hashSessionToken(sessionToken));
  const { id } = await row.executeTakeFirstOrThrow();
  await db.write((tx) => storeSessionUses(tx, [{ id, at: clock.now(), network: "192.0.2.1" }]));
}

test("a session is valid in its own organization, for two weeks after its last use", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const browser = await signIn(realm, realm.hamlet);
  assert.match(browser.sessionToken, /^[\w-]{43}$/);
  assert.equal((await browser.get("/users/me"))["email"], realm.hamlet.email);
  assert.equal(await isSignedIn(new SessionUser(elsewhere.hamlet, browser.sessionToken)), false);
  assert.equal(await isSignedIn(new SessionUser(realm.hamlet, browser.sessionToken.slice(1))), false);

  await uses(realm, browser);
  clock.shiftWallClock(days(14) - minutes(1));
  assert.equal(await isSignedIn(browser), true);
  await uses(realm, browser);
  clock.shiftWallClock(days(14) - minutes(1));
  assert.equal(await isSignedIn(browser), true);
  await uses(realm, browser);
  clock.shiftWallClock(days(14) + seconds(1));
  assert.equal(await isSignedIn(browser), false);
});

test("a session is valid for at most a year", async () => {
  const realm = await createTestOrganization();
  const browser = await signIn(realm, realm.hamlet);
  for (let day = 10; day <= 360; day += 10) {
    clock.shiftWallClock(days(10));
    await uses(realm, browser);
  }
  assert.equal(await isSignedIn(browser), true);
  clock.shiftWallClock(days(5) + seconds(1));
  assert.equal(await isSignedIn(browser), false);
});

test("the stored hash of a session token cannot be used as a token", async () => {
  const realm = await createTestOrganization();
  const { sessionToken } = await signIn(realm, realm.hamlet);
  const stored = await realm.server.db.reader.selectFrom("web_session").selectAll().execute();
  const events = await realm.server.db.reader.selectFrom("event").select("payload").execute();
  assert.ok(!JSON.stringify([stored, events]).includes(sessionToken));
  for (const { token_hash } of stored) {
    assert.equal(await isSignedIn(new SessionUser(realm.hamlet, token_hash.toString("base64url"))), false);
    assert.equal(await isSignedIn(new SessionUser(realm.hamlet, token_hash.toString("hex"))), false);
  }
});

test("logging out ends one session, a new password ends all others, and both take effect immediately in all processes", async () => {
  const realm = await createTestOrganization();
  const { server, hamlet, othello } = realm;
  const beside = await startServerBeside(server);
  const [laptop, phone, tablet] = [
    await signIn(realm, hamlet),
    await signIn(realm, hamlet),
    await signIn(realm, hamlet),
  ];
  const all = [laptop, phone, tablet, await signIn(realm, othello)].map((browser) => browser.at(beside));
  assert.deepEqual(await areSignedIn(all), [true, true, true, true]);

  await server.db.write((tx) => endSession(tx, laptop.sessionToken));
  assert.deepEqual(await areSignedIn(all), [false, true, true, true]);
  await server.db.write((tx) => setPassword(tx, hamlet.id, "no password has this hash"));
  assert.deepEqual(await areSignedIn(all), [false, false, false, true]);
});

test("deactivating a user ends the user's sessions and prevents logins, and bots cannot log in", async () => {
  const realm = await createTestOrganization();
  const browser = await signIn(realm, realm.hamlet);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("account").set({ is_active: false }).where("id", "=", realm.hamlet.id).execute(),
  );
  assert.equal(await isSignedIn(browser), false);
  await assert.rejects(signIn(realm, realm.hamlet), /Account is deactivated/);
  await assert.rejects(signIn(realm, realm.bot), /Account is deactivated/);
});

test("a login during the deactivation of the account creates no lasting session", async () => {
  const realm = await createTestOrganization();
  const { db } = realm.server;
  const { id } = realm.hamlet;
  let outcome: Promise<unknown> = Promise.resolve();
  await writeRowsDirectly(realm, async (tx) => {
    await tx.updateTable("account").set({ is_active: false }).where("id", "=", id).execute();
    await endSessions(tx, [id]);
    outcome = assert.rejects(signIn(realm, realm.hamlet), /Account is deactivated/);
    await Promise.race([outcome, untilTransactionsBlocked(realm.server, 1)]);
  });
  await outcome;
  assert.deepEqual(await db.reader.selectFrom("web_session").select("user_id").where("user_id", "=", id).execute(), []);
});

test("the sessions of a deactivated organization are not valid", async () => {
  const realm = await createTestOrganization();
  const browser = await signIn(realm, realm.hamlet);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: clock.now() }).where("id", "=", realm.realmId).execute(),
  );
  assert.equal(await isSignedIn(browser), false);
});

test("expired sessions are deleted, and valid sessions remain", async () => {
  const realm = await createTestOrganization();
  const { db } = realm.server;
  await signIn(realm, realm.cordelia);
  clock.shiftWallClock(days(10));
  const recent = await signIn(realm, realm.cordelia);
  clock.shiftWallClock(days(5));
  await pruneSessions.run({ db, clock, log, signal: new AbortController().signal }, {});
  const left = await db.reader
    .selectFrom("web_session")
    .select("user_id")
    .where("user_id", "=", realm.cordelia.id)
    .execute();
  assert.equal(left.length, 1);
  assert.equal(await isSignedIn(recent), true);
});
