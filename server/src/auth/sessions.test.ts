import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, days, minutes, newRealm, seconds, type TestRealm, untilWaiting, writeByHand } from "@parlance/testkit";
import { createLogger } from "#kernel/log.ts";
import { endSession } from "./actions/end-session.ts";
import { endSessions } from "./actions/end-sessions.ts";
import { startSession } from "./actions/start-session.ts";
import { pruneSessions } from "./jobs.ts";
import { sessionUser } from "./sessions.ts";

const signIn = ({ server }: TestRealm, userId: number): Promise<string> =>
  server.db.write((tx) => startSession(tx, { userId, now: clock.now() }));

const nameOf = async ({ server, realmId }: TestRealm, token: string): Promise<string | undefined> =>
  (await sessionUser(server.db.reader, token, { id: realmId }, clock.now()))?.fullName;

test("a browser that signed in is known for two weeks, and only in its own organization", async () => {
  const [realm, elsewhere] = [await newRealm(), await newRealm()];
  const token = await signIn(realm, realm.hamlet.id);
  assert.match(token, /^[\w-]{43}$/);
  const known = await sessionUser(realm.server.db.reader, token, { id: realm.realmId }, clock.now());
  const { id, email } = realm.hamlet;
  const expected = { id, realmId: realm.realmId, role: 400, isBot: false, botType: null, fullName: "King Hamlet" };
  assert.deepEqual(known, { ...expected, email });
  assert.equal(await nameOf(elsewhere, token), undefined);
  assert.equal(await nameOf(realm, token.slice(1)), undefined);

  clock.advance(days(14) - minutes(1));
  assert.equal(await nameOf(realm, token), "King Hamlet");
  clock.advance(minutes(1) + seconds(1));
  assert.equal(await nameOf(realm, token), undefined);
});

test("what the database keeps of a session does not sign anybody in", async () => {
  const realm = await newRealm();
  const token = await signIn(realm, realm.hamlet.id);
  const kept = await realm.server.db.reader.selectFrom("web_session").selectAll().execute();
  assert.ok(!JSON.stringify(kept).includes(token));
  for (const { token_hash } of kept) {
    assert.equal(await nameOf(realm, token_hash.toString("base64url")), undefined);
    assert.equal(await nameOf(realm, token_hash.toString("hex")), undefined);
  }
});

test("logging out ends one session, and a new password all others", async () => {
  const realm = await newRealm();
  const { db } = realm.server;
  const { hamlet, othello } = realm;
  const laptop = await signIn(realm, hamlet.id);
  const phone = await signIn(realm, hamlet.id);
  const tablet = await signIn(realm, hamlet.id);
  const others = await signIn(realm, othello.id);
  const known = async () =>
    (await Promise.all([laptop, phone, tablet, others].map((token) => nameOf(realm, token)))).map(Boolean);

  await db.write((tx) => endSession(tx, laptop));
  assert.deepEqual(await known(), [false, true, true, true]);
  await db.write((tx) => endSessions(tx, hamlet.id, { except: tablet }));
  assert.deepEqual(await known(), [false, false, true, true]);
  await db.write((tx) => endSessions(tx, hamlet.id));
  assert.deepEqual(await known(), [false, false, false, true]);
});

test("who is deactivated is signed out at once and cannot sign in; nor can bots", async () => {
  const realm = await newRealm();
  const token = await signIn(realm, realm.hamlet.id);
  await writeByHand(realm, (tx) =>
    tx.updateTable("account").set({ is_active: false }).where("id", "=", realm.hamlet.id).execute(),
  );
  assert.equal(await nameOf(realm, token), undefined);
  await assert.rejects(signIn(realm, realm.hamlet.id), /Account is deactivated/);
  await assert.rejects(signIn(realm, realm.bot.id), /Account is deactivated/);
});

test("who signs in while the account is being deactivated gets no session that outlives it", async () => {
  const realm = await newRealm();
  const { db } = realm.server;
  const { id } = realm.hamlet;
  let outcome: Promise<unknown> = Promise.resolve();
  await writeByHand(realm, async (tx) => {
    await tx.updateTable("account").set({ is_active: false }).where("id", "=", id).execute();
    await endSessions(tx, id);
    outcome = assert.rejects(signIn(realm, id), /Account is deactivated/);
    await Promise.race([outcome, untilWaiting(realm.server, 1)]);
  });
  await outcome;
  assert.deepEqual(await db.reader.selectFrom("web_session").select("user_id").where("user_id", "=", id).execute(), []);
});

test("in an organization that is deactivated nobody is signed in", async () => {
  const realm = await newRealm();
  const token = await signIn(realm, realm.hamlet.id);
  await writeByHand(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: clock.now() }).where("id", "=", realm.realmId).execute(),
  );
  assert.equal(await nameOf(realm, token), undefined);
});

test("sessions that have expired are forgotten, and others kept", async () => {
  const realm = await newRealm();
  const { db } = realm.server;
  await signIn(realm, realm.cordelia.id);
  clock.advance(days(10));
  const recent = await signIn(realm, realm.cordelia.id);
  clock.advance(days(5));
  await pruneSessions.run(
    { db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
    {},
  );
  const left = await db.reader
    .selectFrom("web_session")
    .select("user_id")
    .where("user_id", "=", realm.cordelia.id)
    .execute();
  assert.equal(left.length, 1);
  assert.equal(await nameOf(realm, recent), "Cordelia");
});
