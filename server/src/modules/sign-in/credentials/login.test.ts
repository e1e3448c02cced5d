import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  hours,
  minutes,
  createTestOrganization,
  type Parameters,
  startServer,
  type TestOrganization,
  defaultRateLimits,
} from "@parlance/testkit";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { setPassword } from "../passwords/actions/set-password.ts";
import { pruneLoginFailures } from "../attempts/jobs.ts";
import { hashPassword } from "../passwords/password-hashing.ts";

const home = await startServer({ rateLimits: { ...defaultRateLimits, address: [] } });
const PASSWORD = "to be or not to be";
const passwordHash = await hashPassword(PASSWORD);

/** Creates an organization in which Hamlet has a password. */
async function realmWithPassword(): Promise<TestOrganization> {
  const realm = await createTestOrganization(home);
  await realm.server.db.write((tx) => setPassword(tx, realm.hamlet.id, passwordHash));
  return realm;
}

const logIn = ({ server, host }: TestOrganization, parameters: Parameters) =>
  call({ port: server.port, host }, { method: "POST", path: "/fetch_api_key", parameters });

async function refusal(realm: TestOrganization, parameters: Parameters) {
  const { status, code, msg } = await logIn(realm, parameters);
  return { status, code, msg };
}

const wrong = { status: 401, code: "AUTHENTICATION_FAILED", msg: "Your username or password is incorrect" };

test("the right password returns an API key that works", async () => {
  const realm = await realmWithPassword();
  const answer = await logIn(realm, { username: realm.hamlet.email.toUpperCase(), password: PASSWORD });
  assert.equal(answer.status, 200, answer.msg);
  assert.equal(answer["api_key"], realm.hamlet.apiKey);
  assert.equal(answer["email"], realm.hamlet.email);
  assert.equal(answer["user_id"], realm.hamlet.id);
});

test("wrong passwords, empty passwords and unknown addresses get the same error", async () => {
  const realm = await realmWithPassword();
  assert.deepEqual(await refusal(realm, { username: realm.hamlet.email, password: "words, words" }), wrong);
  assert.deepEqual(await refusal(realm, { username: realm.hamlet.email, password: "" }), wrong);
  assert.deepEqual(await refusal(realm, { username: "yorick@example.com", password: PASSWORD }), wrong);
});

test("a login to an account without a password fails", async () => {
  const realm = await realmWithPassword();
  assert.deepEqual(await refusal(realm, { username: realm.othello.email, password: "" }), wrong);
  assert.deepEqual(await refusal(realm, { username: realm.bot.email, password: PASSWORD }), wrong);
});

test("missing parameters are named, and a username must be an email address", async () => {
  const realm = await realmWithPassword();
  const answer = await logIn(realm, { username: realm.hamlet.email });
  assert.deepEqual([answer.code, answer["var_name"]], ["REQUEST_VARIABLE_MISSING", "password"]);
  assert.deepEqual(await refusal(realm, { username: "hamlet", password: PASSWORD }), {
    status: 400,
    code: "BAD_REQUEST",
    msg: "Enter a valid email address.",
  });
});

test("an organization can turn password logins off", async () => {
  const realm = await realmWithPassword();
  const settings = { authentication_methods: { Email: false } };
  await realm.server.db.write((tx) => storeRealm(tx, realm.realmId, { settings }));
  const answer = await refusal(realm, { username: realm.hamlet.email, password: PASSWORD });
  assert.equal(answer.code, "PASSWORD_AUTH_DISABLED");
});

test("after five wrong passwords, a username is blocked for some time, even with the right password", async () => {
  const realm = await realmWithPassword();
  const { email } = realm.hamlet;
  for (let tries = 0; tries < 5; tries += 1)
    assert.deepEqual(await refusal(realm, { username: email, password: "x" }), wrong);

  const answer = await logIn(realm, { username: email, password: PASSWORD });
  assert.equal(answer.status, 429);
  assert.equal(answer.code, "RATE_LIMIT_HIT");
  const wait = Number(answer["retry-after"]);
  assert.ok(wait > 1790 && wait <= 1800, String(wait));
  assert.equal(Number(answer.headers["retry-after"]), Math.ceil(wait));
  // Other usernames are not affected.
  assert.deepEqual(await refusal(realm, { username: realm.othello.email, password: "x" }), wrong);

  clock.shiftWallClock(minutes(30));
  assert.equal((await logIn(realm, { username: email, password: PASSWORD })).status, 200);
});

test("a successful login resets the count of wrong passwords", async () => {
  const realm = await realmWithPassword();
  const { email } = realm.hamlet;
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 4; tries += 1) await refusal(realm, { username: email, password: "x" });
    assert.equal((await logIn(realm, { username: email, password: PASSWORD })).status, 200);
  }
});

test("of concurrent wrong passwords, hardly more are allowed than of sequential ones", async () => {
  const realm = await realmWithPassword();
  const guesses = Array.from({ length: 30 }, () => refusal(realm, { username: realm.hamlet.email, password: "x" }));
  const tried = (await Promise.all(guesses)).filter(({ status }) => status === 401);
  assert.ok(tried.length >= 5 && tried.length <= 7, `${tried.length} were tried`);
});

test("recorded wrong passwords that no longer count are deleted", async () => {
  const realm = await realmWithPassword();
  const { db } = realm.server;
  await refusal(realm, { username: realm.hamlet.email, password: "x" });
  const log = createLogger({ level: "silent" });
  const prune = () => pruneLoginFailures.run({ db, clock, log, signal: new AbortController().signal }, {});
  const count = async () =>
    (await db.reader.selectFrom("login_failure").selectAll().where("realm_id", "=", realm.realmId).execute()).length;
  await prune();
  assert.equal(await count(), 1);
  clock.shiftWallClock(hours(24) + minutes(1));
  await prune();
  assert.equal(await count(), 0);
});

test("the development endpoint returns no key without a password", async () => {
  const { host, server, hamlet } = await createTestOrganization(home);
  const parameters = { username: hamlet.email };
  const answer = await call({ port: server.port, host }, { method: "POST", path: "/dev_fetch_api_key", parameters });
  assert.equal(answer.status, 400);
});
