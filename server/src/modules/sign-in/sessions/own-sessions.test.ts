import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  minutes,
  createTestOrganization,
  type TestUser,
  type SessionUser,
  signInWithSession,
  startServer,
} from "@parlance/testkit";

const isSignedIn = async (browser: SessionUser): Promise<boolean> => (await browser.get("/users/me")).status === 200;
const areSignedIn = (browsers: readonly SessionUser[]): Promise<boolean[]> => Promise.all(browsers.map(isSignedIn));

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";

const listed = async (person: TestUser) => (await person.callOrThrow("GET", "/users/me/sessions")).sessions;

test("users can list their sessions with client, network and method, and the current session is marked", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  const began = Math.floor(clock.now().getTime() / 1000);
  const laptop = await signInWithSession(server, hamlet, { userAgent: FIREFOX, ip: "192.0.2.7" });
  await signInWithSession(server, hamlet, { userAgent: PHONE, ip: "2001:db8:1:2:3::4", method: "LDAP" });
  await signInWithSession(server, othello);
  const [phone, own, ...others] = await listed(laptop);
  assert.deepEqual(others, []);
  const { id, created_at, last_used_at, expires_at, ...rest } = own ?? assert.fail();
  const expected = { client: "Firefox on Linux", network: "192.0.2.7", method: "Email", is_current: true };
  assert.deepEqual(rest, expected);
  assert.ok(id > 0 && created_at >= began && last_used_at >= created_at);
  assert.equal(expires_at - created_at, 14 * 24 * 3600);
  const { client, network, method, is_current } = phone ?? assert.fail();
  assert.deepEqual([client, network, method, is_current], ["Safari on iOS", "2001:db8:1:2::/64", "LDAP", false]);
  // A request with an API key has no current session.
  assert.deepEqual(
    (await listed(hamlet)).map((session) => session.is_current),
    [false, false],
  );
});

test("a later use of a session updates the listed time and network", async () => {
  const { server, hamlet } = await createTestOrganization();
  const laptop = await signInWithSession(server, hamlet, { ip: "192.0.2.7" });
  await signInWithSession(server, hamlet);
  clock.shiftWallClock(minutes(6));
  const now = Math.floor(clock.now().getTime() / 1000);
  let [first] = await listed(laptop);
  while (first?.is_current !== true) [first] = await listed(laptop);
  assert.ok(first.last_used_at >= now);
  assert.equal(first.network, "127.0.0.1");
});

test("a user can end one of the user's own sessions from another one, but not those of other users", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  const [laptop, phone] = [await signInWithSession(server, hamlet), await signInWithSession(server, hamlet)];
  const others = await signInWithSession(server, othello);
  const [newest] = await listed(laptop);
  const [theirs] = await listed(others);
  for (const id of [theirs?.id ?? 0, 2_000_000_000]) {
    const { status, msg } = await laptop.delete(`/users/me/sessions/${id}`);
    assert.deepEqual([status, msg], [400, "Invalid session ID"]);
  }
  await laptop.callOrThrow("DELETE", `/users/me/sessions/${newest?.id ?? 0}`);
  assert.deepEqual(await areSignedIn([laptop, phone, others]), [true, false, true]);
});

test("a user can end all of the user's other sessions in one request", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  const [laptop, phone, tablet] = [
    await signInWithSession(server, hamlet),
    await signInWithSession(server, hamlet),
    await signInWithSession(server, hamlet),
  ];
  const others = await signInWithSession(server, othello);
  assert.equal((await laptop.callOrThrow("DELETE", "/users/me/sessions")).ended, 2);
  assert.deepEqual(await areSignedIn([laptop, phone, tablet, others]), [true, false, false, true]);
  assert.equal((await hamlet.callOrThrow("DELETE", "/users/me/sessions")).ended, 1);
  assert.deepEqual(await areSignedIn([laptop, others]), [false, true]);
  assert.equal((await hamlet.get("/users/me")).status, 200);
});

test("an administrator can end all sessions of a user, but not of an owner, and the audit log records it", async () => {
  const { server, iago, desdemona, hamlet, bot } = await createTestOrganization();
  const [browser, owners] = [await signInWithSession(server, hamlet), await signInWithSession(server, desdemona)];
  assert.equal((await iago.callOrThrow("DELETE", `/users/${hamlet.id}/sessions`)).ended, 1);
  assert.equal(await isSignedIn(browser), false);
  const refused = await iago.delete(`/users/${desdemona.id}/sessions`);
  assert.deepEqual([refused.code, await isSignedIn(owners)], ["UNAUTHORIZED_PRINCIPAL", true]);
  assert.equal((await iago.delete(`/users/${bot.id}/sessions`)).msg, "No such user");
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { act: "user.signed_out" });
  assert.deepEqual(
    entries.map(({ actor_id, target_id, before, after }) => ({ actor_id, target_id, before, after })),
    [{ actor_id: iago.id, target_id: hamlet.id, before: { sessions: 1 }, after: { sessions: 0 } }],
  );
});

/** Settings of an LDAP server to which this test sends no queries. */
const directory = {
  url: "ldap://127.0.0.1:1",
  startTls: true,
  searchFilter: "(uid=%s)",
  nameAttributes: ["cn"],
  sync: "never",
  syncMostPercent: 10,
  doesSecondFactor: false,
  timeoutSeconds: 1,
} as const;

test("disabling a login method ends the sessions that were created with it, and prevents further logins with it", async () => {
  const server = await startServer({ ldap: directory });
  const { desdemona, hamlet } = await createTestOrganization(server);
  const [byPassword, byDirectory] = [
    await signInWithSession(server, hamlet),
    await signInWithSession(server, hamlet, { method: "LDAP" }),
  ];
  await desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Email: false } });
  assert.deepEqual(await areSignedIn([byPassword, byDirectory]), [false, true]);
  assert.equal((await hamlet.get("/users/me")).status, 200, "keys stay");
  // A login that was in progress when the method was disabled.
  const late = await signInWithSession(server, hamlet);
  assert.equal(await isSignedIn(late), false);

  await desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Email: true } });
  assert.equal(await isSignedIn(byPassword), false);
});
