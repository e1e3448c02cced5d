import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import { setPassword } from "#modules/sign-in/passwords/actions/set-password.ts";
import {
  call,
  clock,
  minutes,
  createTestOrganization,
  type TestUser,
  signInWithSession,
  startServer,
  type TestOrganization,
  defaultRateLimits,
  watchEvents,
} from "@parlance/testkit";

const home = await startServer({ rateLimits: defaultRateLimits });
const OLD = "to be or not to be";
const NEW = "the rest is silence";
const oldHash = await hashPassword(OLD);

/** Creates an organization in which Hamlet has a password. */
async function realmWithPassword(): Promise<TestOrganization> {
  const realm = await createTestOrganization(home);
  await realm.server.db.write((tx) => setPassword(tx, realm.hamlet.id, oldHash));
  return realm;
}

const changes = (person: TestUser, old_password: string, new_password: string, more = {}) =>
  person.patch("/settings", { old_password, new_password, ...more });

async function canLogIn({ hamlet }: TestOrganization, password: string): Promise<boolean> {
  const parameters = { username: hamlet.email, password };
  const { status } = await call(hamlet.site, { method: "POST", path: "/fetch_api_key", parameters });
  return status === 200;
}

test("a user who enters the old password can change it, and the API key does not change", async () => {
  const realm = await realmWithPassword();
  const { hamlet } = realm;
  const [events] = await watchEvents([hamlet], async () => {
    assert.equal((await changes(hamlet, OLD, NEW)).status, 200);
  });
  assert.deepEqual(events, []);
  assert.deepEqual([await canLogIn(realm, OLD), await canLogIn(realm, NEW)], [false, true]);
  assert.equal((await hamlet.get("/users/me")).status, 200);
});

test("a password change with the API key ends the user's browser sessions, but not those of other users", async () => {
  const { hamlet, othello, server } = await realmWithPassword();
  const [own, others] = [await signInWithSession(server, hamlet), await signInWithSession(server, othello)];
  await changes(hamlet, "wrong one", NEW);
  const isSignedIn = async (browser: TestUser) => (await browser.get("/users/me")).status === 200;
  assert.deepEqual([await isSignedIn(own), await isSignedIn(others)], [true, true]);
  await changes(hamlet, OLD, NEW);
  assert.deepEqual([await isSignedIn(own), await isSignedIn(others)], [false, true]);
});

test("a password change in a browser session ends all sessions of the user except that one", async () => {
  const { hamlet, server } = await realmWithPassword();
  const [own, other] = [await signInWithSession(server, hamlet), await signInWithSession(server, hamlet)];
  assert.equal((await changes(own, OLD, NEW)).status, 200);
  assert.deepEqual([(await own.get("/users/me")).status, (await other.get("/users/me")).status], [200, 401]);
});

test("if the old password is wrong, nothing in the request is applied", async () => {
  const realm = await realmWithPassword();
  const { hamlet, othello } = realm;
  const [events] = await watchEvents([hamlet], async () => {
    for (const [person, old_password] of [
      [hamlet, "to be"],
      [hamlet, undefined],
      // Othello has no password.
      [othello, ""],
    ] as const) {
      const { status, code, msg } = await person.patch("/settings", {
        old_password,
        new_password: NEW,
        enter_sends: true,
        full_name: "Yorick",
      });
      assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Wrong password!"]);
    }
  });
  assert.deepEqual(events, []);
  assert.deepEqual([await canLogIn(realm, OLD), await canLogIn(realm, NEW)], [true, false]);
});

test("if the request contains the old password but no new one, the password does not change and no error is reported, even if the old one is wrong", async () => {
  const { hamlet } = await realmWithPassword();
  for (const old_password of [OLD, "wrong one"]) {
    assert.equal((await hamlet.patch("/settings", { old_password, enter_sends: true })).status, 200);
  }
});

test("new passwords that are easy to guess are rejected, especially those derived from the user's name", async () => {
  const realm = await realmWithPassword();
  for (const weak of ["", "1234567", "password1", "aaaaaaaaaaaaaaa", "KingHamlet"]) {
    const { status, msg } = await changes(realm.hamlet, OLD, weak, { enter_sends: true });
    assert.deepEqual([weak, status, msg], [weak, 400, "New password is too weak!"]);
  }
  const { msg } = await changes(realm.hamlet, OLD, `${NEW}${"!".repeat(100)}`);
  assert.equal(msg, "The password is too long.");
  assert.equal(await canLogIn(realm, OLD), true);
});

test("after five wrong passwords, in password changes or at login, further attempts are rejected for some time", async () => {
  const realm = await realmWithPassword();
  for (let count = 0; count < 3; count += 1) await changes(realm.hamlet, `guess ${count}`, NEW);
  for (let count = 0; count < 2; count += 1) await canLogIn(realm, `guess ${count}`);
  // Now even the right password is rejected.
  const { status, code, msg } = await changes(realm.hamlet, OLD, NEW);
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  const [, seconds] = /^You're making too many attempts! Try again in (\d+) seconds\.$/.exec(msg) ?? [];
  assert.ok(Number(seconds) > 1790 && Number(seconds) <= 1800, msg);
  clock.shiftWallClock(minutes(31));
  assert.equal((await changes(realm.hamlet, OLD, NEW)).status, 200);
});

test("wrong passwords count even if the request contains other errors", async () => {
  const realm = await realmWithPassword();
  for (let count = 0; count < 5; count += 1)
    await changes(realm.hamlet, `guess ${count}`, NEW, { email: "no address" });
  const { msg } = await changes(realm.hamlet, OLD, NEW);
  assert.ok(msg.startsWith("You're making too many attempts!"), msg);
});

test("changing the password resets the count of wrong attempts", async () => {
  const realm = await realmWithPassword();
  for (let count = 0; count < 4; count += 1) await changes(realm.hamlet, `guess ${count}`, NEW);
  await changes(realm.hamlet, OLD, NEW);
  for (let count = 0; count < 4; count += 1) await changes(realm.hamlet, `guess ${count}`, OLD);
  assert.equal((await changes(realm.hamlet, NEW, OLD)).status, 200);
});

test("if the password is changed twice at the same time, only one change succeeds", async () => {
  const realm = await realmWithPassword();
  const passwords = ["the readiness is all", "words words words!"];
  const answers = await Promise.all(passwords.map((password) => changes(realm.hamlet, OLD, password)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
  const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
  assert.equal(await canLogIn(realm, winner), true);
});
