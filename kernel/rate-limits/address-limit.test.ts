import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  fetchPath,
  createTestOrganization,
  startServer,
  type TestOrganization,
  type TestServer,
  defaultRateLimits,
} from "@parlance/testkit";

// The budget recovers so slowly that the duration of the test does not matter.
const rateLimits = { ...defaultRateLimits, address: [{ seconds: 86_400, capacity: 5 }] };
const server = await startServer({ trustedProxies: 1, rateLimits });

let addresses = 0;
/** Returns an address that no other test uses. */
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

interface RequestOptions {
  readonly path?: string;
  readonly from: string;
  readonly headers?: Record<string, string>;
  readonly host?: string;
  readonly at?: TestServer;
}

/** Sends a request without an account from an address. */
const request = (
  realm: TestOrganization,
  { path = "/fetch_api_key", from, headers = {}, host = realm.host, at = server }: RequestOptions,
) =>
  call(
    { port: at.port, host },
    {
      method: path === "/fetch_api_key" ? "POST" : "GET",
      path,
      parameters: path === "/fetch_api_key" ? { username: "nobody", password: "x" } : {},
      headers: { "x-forwarded-for": from, ...headers },
    },
  );

/** Returns the statuses of `count` consecutive requests. */
async function statuses(count: number, send: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const all: number[] = [];
  while (all.length < count) all.push((await send()).status);
  return all;
}

test("anonymous clients are counted by address, and other addresses are not affected", async () => {
  const realm = await createTestOrganization(server);
  const from = newAddress();
  assert.deepEqual(await statuses(6, () => request(realm, { from })), [400, 400, 400, 400, 400, 429]);
  assert.equal((await request(realm, { from: newAddress() })).status, 400);
  assert.equal((await request(realm, { from })).headers["x-ratelimit-limit"], "5");
});

test("all addresses of an IPv6 network count as one client", async () => {
  const realm = await createTestOrganization(server);
  for (let count = 0; count < 5; count += 1) await request(realm, { from: `2001:db8:1:1::${count + 1}` });
  assert.equal((await request(realm, { from: "2001:db8:1:1:abcd::1" })).status, 429);
  assert.equal((await request(realm, { from: "2001:db8:1:2::1" })).status, 400);
});

test("without a trusted proxy, a client cannot choose its address with a header", async () => {
  const bare = await startServer({ rateLimits });
  const realm = await createTestOrganization(bare);
  const made = await statuses(6, () => request(realm, { from: newAddress(), at: bare }));
  assert.deepEqual(made, [400, 400, 400, 400, 400, 429]);
});

test("requests with wrong keys count for the address, and do not block users with the right key", async () => {
  const realm = await createTestOrganization(server);
  const from = newAddress();
  const wrong = { authorization: `Basic ${Buffer.from(`${realm.hamlet.email}:${"x".repeat(32)}`).toString("base64")}` };
  const guesses = await statuses(6, () => request(realm, { path: "/users/me", from, headers: wrong }));
  assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429]);
  assert.equal((await realm.hamlet.call("GET", "/users/me", {}, { "x-forwarded-for": from })).status, 200);
});

test("requests for unknown hosts and unknown paths are counted", async () => {
  const realm = await createTestOrganization(server);
  const [from, other] = [newAddress(), newAddress()];
  const host = "nobody.parlance.test";
  const answers = await statuses(6, () => request(realm, { path: "/users/me", from, host }));
  assert.deepEqual(answers, [404, 404, 404, 404, 404, 429]);
  const lost = await statuses(51, () => request(realm, { path: "/nowhere", from: other }));
  assert.deepEqual([...new Set(lost.slice(0, 50))], [404]);
  assert.equal(lost[50], 429);
});

test("server-rendered pages are counted by address, and beyond the limit the user is asked to wait", async () => {
  const realm = await createTestOrganization(server);
  const headers = { "x-forwarded-for": newAddress() };
  const site = { port: server.port, host: realm.host };
  assert.deepEqual(await statuses(5, () => fetchPath(site, "/login", headers)), [200, 200, 200, 200, 200]);
  const refused = await fetchPath(site, "/login", headers);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) >= 1);
  assert.match(refused.bytes.toString(), /Too many requests/);
});

test("the number of times that anonymous visitors can request a picture is limited, and users with an account have no such limit", async () => {
  const home = await startServer({ rateLimits: { ...defaultRateLimits, file: [{ seconds: 86_400, capacity: 3 }] } });
  const realm = await createTestOrganization(home);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const [ofHamlet, ofOthello] = [`/avatar/${realm.hamlet.id}`, `/avatar/${realm.othello.id}`];
  const site = { port: home.port, host: realm.host };
  assert.deepEqual(await statuses(4, () => fetchPath(site, ofHamlet)), [302, 302, 302, 429]);
  assert.equal((await fetchPath(site, ofOthello)).status, 302);
  assert.deepEqual(await statuses(4, () => realm.iago.fetch(ofHamlet)), [302, 302, 302, 302]);
});

test("an office in which many clients show hundreds of pictures at once does not reach the limit", async () => {
  const realm = await createTestOrganization(await startServer({ rateLimits: defaultRateLimits }));
  const site = { port: realm.server.port, host: realm.host };
  const seen = await statuses(500, () => fetchPath(site, "/static/images/unknown-user-avatar.png"));
  assert.ok(!seen.includes(429), String(seen.indexOf(429)));
});
