import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  days,
  minutes,
  createTestOrganization,
  startServer,
  type TestOrganization,
  defaultRateLimits,
  startServerBeside,
} from "@parlance/testkit";
import { setPassword } from "../passwords/actions/set-password.ts";
import { hashPassword } from "../passwords/password-hashing.ts";

const settings = { trustedProxies: 1, rateLimits: { ...defaultRateLimits, address: [] } };
const server = await startServer(settings);
const PASSWORD = "to be or not to be";
const passwordHash = await hashPassword(PASSWORD);

async function realmWithPassword(): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  await server.db.write((tx) => setPassword(tx, realm.hamlet.id, passwordHash));
  return realm;
}

interface Try {
  readonly from: string;
  readonly name?: string;
  readonly password?: string;
  readonly at?: { readonly port: number };
}

/** Tries to log in from an IP address. Returns the status. */
async function tries(realm: TestOrganization, { from, name = realm.hamlet.email, password = "x", at = server }: Try) {
  const headers = { "x-forwarded-for": from };
  const parameters = { username: name, password };
  const site = { port: at.port, host: realm.host };
  return (await call(site, { method: "POST", path: "/fetch_api_key", parameters, headers })).status;
}

/** Records wrong passwords from many networks, as if they had been tried some time ago. */
const guesses = ({ realmId, hamlet }: TestOrganization, count: number, milliseconds: number) =>
  server.db.write((tx) =>
    tx
      .insertInto("login_failure")
      .values(
        Array.from({ length: count }, (_, index) => ({
          realm_id: realmId,
          username_key: hamlet.email,
          network: `198.18.${index >> 8}.${index & 255}`,
          at: new Date(clock.now().getTime() - milliseconds),
        })),
      )
      .execute(),
  );

test("after five wrong passwords for a username from one address, the address is blocked for this username for half an hour", async () => {
  const realm = await realmWithPassword();
  const from = "203.0.113.1";
  for (let count = 0; count < 5; count += 1) assert.equal(await tries(realm, { from }), 401);
  assert.equal(await tries(realm, { from, password: PASSWORD }), 429);
  clock.shiftWallClock(minutes(30));
  assert.equal(await tries(realm, { from, password: PASSWORD }), 200);
});

test("wrong passwords from another network do not lock the account's owner out", async () => {
  const realm = await realmWithPassword();
  for (let count = 0; count < 6; count += 1) await tries(realm, { from: "203.0.113.2" });
  assert.equal(await tries(realm, { from: "203.0.113.2" }), 429);
  assert.equal(await tries(realm, { from: "192.0.2.2", password: PASSWORD }), 200);
});

test("wrong passwords from all addresses of one IPv6 network are counted together", async () => {
  const realm = await realmWithPassword();
  for (let count = 0; count < 5; count += 1) await tries(realm, { from: `2001:db8:7:1::${count + 1}` });
  assert.equal(await tries(realm, { from: "2001:db8:7:1:ffff::1", password: PASSWORD }), 429);
  assert.equal(await tries(realm, { from: "2001:db8:7:2::1", password: PASSWORD }), 200);
});

test("wrong passwords from many networks delay logins to the account, except from networks where its owner has logged in before", async () => {
  const realm = await realmWithPassword();
  const [home, hotel] = ["192.0.2.3", "192.0.2.4"];
  assert.equal(await tries(realm, { from: home, password: PASSWORD }), 200);
  await guesses(realm, 99, minutes(20));
  assert.equal(await tries(realm, { from: "203.0.113.3" }), 401, "the hundredth");
  assert.equal(await tries(realm, { from: "203.0.113.4" }), 429);
  assert.equal(await tries(realm, { from: hotel, password: PASSWORD }), 429);
  assert.equal(await tries(realm, { from: home, password: PASSWORD }), 200);
  // The logins are only delayed: after the pause, one attempt is allowed.
  clock.shiftWallClock(minutes(15));
  assert.equal(await tries(realm, { from: hotel, password: PASSWORD }), 200);
  assert.equal(await tries(realm, { from: "203.0.113.5" }), 401);
  assert.equal(await tries(realm, { from: "203.0.113.6" }), 429);
  assert.equal(await tries(realm, { from: hotel, password: PASSWORD }), 200, "now known as well");
});

test("a network without a login for three months is treated as unknown again", async () => {
  const realm = await realmWithPassword();
  const home = "192.0.2.5";
  assert.equal(await tries(realm, { from: home, password: PASSWORD }), 200);
  clock.shiftWallClock(days(91));
  await guesses(realm, 100, minutes(1));
  assert.equal(await tries(realm, { from: home, password: PASSWORD }), 429);
});

test("the number of wrong passwords that one address can try for different accounts is limited", async () => {
  const realm = await realmWithPassword();
  const from = "203.0.113.7";
  for (let count = 0; count < 100; count += 1) {
    assert.equal(await tries(realm, { from, name: `p${count}@example.com` }), 401, String(count));
  }
  assert.equal(await tries(realm, { from, name: "p100@example.com" }), 429);
  assert.equal(await tries(realm, { from, password: PASSWORD }), 429);
  assert.equal(await tries(realm, { from: "203.0.113.8", password: PASSWORD }), 200);
});

test("wrong passwords for a username are counted together in all processes and all organizations", async () => {
  const [realm, other] = [await realmWithPassword(), await createTestOrganization(server)];
  const beside = await startServerBeside(server, settings);
  const from = "203.0.113.9";
  const name = realm.hamlet.email;
  for (const at of [server, beside]) assert.equal(await tries(realm, { from, at }), 401);
  for (const at of [server, beside]) assert.equal(await tries(other, { from, name, at }), 401);
  assert.equal(await tries(realm, { from, at: beside }), 401);
  for (const at of [server, beside]) assert.equal(await tries(realm, { from, at, password: PASSWORD }), 429);
});

test("of concurrent attempts at two processes, hardly more are allowed than of sequential ones", async () => {
  const realm = await realmWithPassword();
  const beside = await startServerBeside(server, settings);
  const all = Array.from({ length: 30 }, (_, index) =>
    tries(realm, { from: "203.0.113.10", at: index % 2 === 0 ? server : beside }),
  );
  const tried = (await Promise.all(all)).filter((status) => status === 401);
  assert.ok(tried.length >= 5 && tried.length <= 9, `${tried.length} were tried`);
});

test("a successful login resets only the count of wrong passwords from its own address", async () => {
  const realm = await realmWithPassword();
  const [home, elsewhere] = ["192.0.2.6", "203.0.113.11"];
  for (let count = 0; count < 4; count += 1) {
    await tries(realm, { from: home });
    await tries(realm, { from: elsewhere });
  }
  assert.equal(await tries(realm, { from: home, password: PASSWORD }), 200);
  for (let count = 0; count < 4; count += 1) assert.equal(await tries(realm, { from: home }), 401);
  assert.equal(await tries(realm, { from: elsewhere }), 401);
  assert.equal(await tries(realm, { from: elsewhere }), 429);
});
