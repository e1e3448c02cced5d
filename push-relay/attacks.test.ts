import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { until } from "@parlance/testkit";
import { ChatServer, nowSeconds, sealRegistration } from "./fixtures/chat-server.ts";
import { postHead, RawConnection } from "./fixtures/raw-connection.ts";
import { startRelay, type TestRelay } from "./fixtures/test-relay.ts";

const BASE = "/api/v1/remotes/";
/** Number of requests. More than the relay processes at the same time. */
const REQUEST_COUNT = 100;

const relay = await startRelay({ env: { PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS: "1000" } });
test.after(() => relay[Symbol.asyncDispose]());

const signature = ({ orgId, key }: ChatServer) => `Basic ${Buffer.from(`${orgId}:${key}`).toString("base64")}`;

/** Opens connections with unfinished requests. */
function openIncompleteRequests({ url }: TestRelay, sent: string, count = REQUEST_COUNT): RawConnection[] {
  return Array.from({ length: count }, () => new RawConnection(url, sent));
}

test("unfinished requests, with and without authentication, block neither registered servers nor registrations", async () => {
  const server = await relay.registerServer();
  const unfinished = [
    ...openIncompleteRequests(relay, postHead("/nothing")),
    ...openIncompleteRequests(relay, postHead(`${BASE}server/register`)),
    ...openIncompleteRequests(relay, postHead(`${BASE}push/notify`)),
    ...openIncompleteRequests(relay, postHead(`${BASE}push/notify`, { authorization: signature(server) })),
  ];
  try {
    await Promise.all(unfinished.slice(0, REQUEST_COUNT).map((one) => one.waitForText("\r\n\r\n")));
    assert.equal((await server.reportRealms([])).status, 200);
    assert.equal(
      (await new ChatServer(relay.url, { hostname: `${randomUUID()}.example.com` }).registerServer()).status,
      200,
    );
  } finally {
    for (const one of unfinished) one[Symbol.dispose]();
  }
});

test("requests with an unknown or malformed path, a wrong key or an unsupported content type get a response before their body is sent, and the connection is closed", async () => {
  for (const [head, status] of [
    [postHead("/nothing"), 404],
    [postHead("/nothing", { "content-length": 2 ** 30 }), 404],
    [postHead("/nothing", { "transfer-encoding": "chunked" }), 404],
    [postHead("/%"), 400],
    [postHead(`${BASE}push/notify`), 401],
    [postHead(`${BASE}push/notify`, { "content-length": 2 ** 30, authorization: "Basic eDp5" }), 401],
    [postHead(`${BASE}server/register`, { "content-type": "text/xml" }), 415],
  ] as const) {
    using one = new RawConnection(relay.url, head);
    const answer = await one.waitForText('"result":"error"');
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, "i"));
  }
});

test("headers and bodies that are sent too slowly are aborted", async () => {
  await using hasty = await startRelay({
    limits: { headersTimeoutMs: 50, bodyBytesPerSecond: 2 ** 30, bodyGraceSeconds: 0 },
  });
  const server = new ChatServer(hasty.url, { hostname: "chat.example.com" });
  using slowHeaders = new RawConnection(hasty.url, "POST /nothing HTTP/1.1\r\nhost: a");
  assert.match(await slowHeaders.waitForText("too long to arrive"), /^HTTP\/1.1 408 /);
  using slowBody = new RawConnection(hasty.url, `${postHead(`${BASE}server/register`)}{`);
  assert.match(await slowBody.waitForText("too long to arrive"), /^HTTP\/1.1 408 /);
  assert.equal(server.hostname, "chat.example.com");
});

test("huge bodies are rejected, with or without an announced length, and a network cannot use more memory than allowed", async () => {
  const server = await relay.registerServer();
  const as = { authorization: signature(server) };
  for (const head of [
    postHead(`${BASE}server/register`, { "content-length": 20_000 }),
    postHead(`${BASE}push/notify`, { ...as, "content-length": 2 ** 21 + 1 }),
  ]) {
    using one = new RawConnection(relay.url, head);
    assert.match(await one.waitForText("too large"), /^HTTP\/1.1 413 /);
  }
  for (const [head, maxBytes] of [
    [postHead(`${BASE}server/register`, { "transfer-encoding": "chunked" }), 2 ** 14],
    [postHead(`${BASE}push/notify`, { ...as, "transfer-encoding": "chunked" }), 2 ** 21],
  ] as const) {
    using one = new RawConnection(relay.url, head);
    // Each chunk has 4,096 bytes of content.
    const chunk = Buffer.from(`1000\r\n${" ".repeat(4096)}\r\n`);
    await one.flood(chunk, maxBytes + 2 * chunk.length + maxBytes / 256);
    assert.match(await one.waitForText("too large"), /^HTTP\/1.1 413 /);
  }

  await using small = await startRelay({ limits: { bodiesMib: 1 } });
  const other = await small.registerServer();
  const head = postHead(`${BASE}push/notify`, { authorization: signature(other), "content-length": 200_000 });
  using first = new RawConnection(small.url, head + " ".repeat(199_000));
  using second = new RawConnection(small.url, head + " ".repeat(199_000));
  const answers = await Promise.any([first.waitForText("SERVER_BUSY"), second.waitForText("SERVER_BUSY")]);
  assert.match(answers, /^HTTP\/1.1 503 /);
});

test("the number of connections of one network is limited, and a closed connection allows another one", async () => {
  await using narrow = await startRelay({ env: { PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS: "3" } });
  const incomplete = openIncompleteRequests(narrow, "POST /", 3);
  await until(async () => {
    using one = new RawConnection(narrow.url, "");
    return await one.waitForText("SERVER_BUSY").catch(() => false);
  });
  incomplete.pop()?.[Symbol.dispose]();
  await until(async () => {
    using one = new RawConnection(narrow.url, "GET /health HTTP/1.1\r\nhost: a\r\n\r\n");
    return await one.waitForText('"result":"success"').catch(() => false);
  });
  for (const one of incomplete) one[Symbol.dispose]();
});

test("requests with forged ids and keys are rejected, after some attempts without database queries, and known servers are still accepted", async () => {
  await using guarded = await startRelay();
  const server = await guarded.registerServer();
  const unrelated = await guarded.registerServer();
  await server.reportRealms([]);
  const forged = [
    "",
    "Basic",
    "Basic ====",
    `Bearer ${server.key}`,
    `Basic ${Buffer.from(`${server.orgId}:`).toString("base64")}`,
    `Basic ${Buffer.from(`${server.orgId}:${"x".repeat(64)}`).toString("base64")}`,
    `Basic ${Buffer.from(`${server.orgId}\0:${server.key}`).toString("base64")}`,
    `Basic ${Buffer.from(`' or 1=1 --:${server.key}`).toString("base64")}`,
    `Basic ${Buffer.from(`${server.orgId.slice(0, -1)}:${server.key}`).toString("base64")}`,
    `Basic ${Buffer.from(`${server.orgId}:${unrelated.key}`).toString("base64")}`,
  ];
  const request = (authorization: string) =>
    fetch(`${guarded.url}${BASE}server/analytics`, { method: "POST", headers: { authorization } });
  for (const authorization of forged) assert.equal((await request(authorization)).status, 401, authorization);
  const guess = () => request(`Basic ${Buffer.from(`${randomUUID()}:${server.key}`).toString("base64")}`);
  const answers = await Promise.all(Array.from({ length: 100 }, guess));
  assert.ok(answers.every(({ status }) => status === 401 || status === 429));
  assert.equal((await guess()).status, 429);
  assert.equal((await request("")).status, 401);
  assert.equal((await server.reportRealms([])).status, 200);
});

test("replayed registrations are rejected", async () => {
  const [server, other] = [await relay.registerServer(), await relay.registerServer()];
  // Replays a recorded registration that contains the former key.
  const former = server.key;
  const newKey = randomBytes(32).toString("hex");
  assert.equal((await server.registerServer({ new_org_key: newKey })).status, 200);
  assert.equal((await server.registerServer({ service_org_key: former })).status, 401);
  server.key = newKey;
  // Replays a registration that a phone sealed a day ago.
  const sealed = await sealRegistration(relay.publicKey, {
    token: "ab",
    token_kind: "fcm",
    timestamp: nowSeconds() - 86_500,
    ios_app_id: null,
  });
  assert.equal((await server.registerDevice(relay.publicKey, sealed)).code, "REQUEST_EXPIRED");
  // Registers another server's organization without its secret.
  const response = await other.reportRealms([{ uuid: server.realm, uuid_owner_secret: "another" }]);
  assert.equal(response.code, "DUPLICATE_REMOTE_REALM");
});

test("text with NUL or an unpaired surrogate is not stored, and does not cause an internal error", async () => {
  const server = await relay.registerServer();
  const user = { realm_uuid: server.realm, user_uuid: randomUUID() };
  const token = { ...user, token: "robot", token_kind: 2 };
  const bodies: Readonly<Record<string, Record<string, unknown>>> = {
    "server/register": {
      service_org_id: server.orgId,
      service_org_key: server.key,
      hostname: server.hostname,
      contact_email: "owner@example.com",
      new_org_key: server.key,
    },
    "server/analytics": { realms: JSON.stringify([{ uuid: server.realm, uuid_owner_secret: "secret" }]) },
    "push/register": { ...token, ios_app_id: "org.example.chat" },
    "push/unregister": token,
    "push/unregister/all": user,
    "push/test_notification": { ...token, base_payload: { a: "b" }, brand: "service" },
    "push/notify": {
      ...user,
      apns_payload: { a: "b" },
      gcm_payload: { a: "b" },
      apple_devices: ["a"],
      android_devices: ["a"],
    },
    "push/e2ee/register": {
      realm_uuid: server.realm,
      push_account_id: "1",
      encrypted_push_registration: "abc",
      bouncer_public_key: relay.publicKey,
    },
    "push/e2ee/notify": { realm_uuid: server.realm, push_requests: [{ device_id: 1, payload: { a: "b" } }] },
    "push/e2ee/unregister": { realm_uuid: server.realm, device_ids: [1] },
  };
  let sent = 0;
  for (const [path, body] of Object.entries(bodies)) {
    for (const [name, value] of Object.entries(body)) {
      for (const bad of ["\0", "\ud800", "\udc00x"]) {
        const spoilt = withBadText(value, bad);
        const { status } = await server.postJson(path, { ...body, [name]: spoilt });
        assert.ok(status < 500, `${path} ${name}: ${status}`);
        if (typeof spoilt !== "string") continue;
        assert.ok((await server.postForm(path, { ...body, [name]: spoilt })).status < 500, `${path} ${name} in a form`);
        sent += 2;
      }
    }
  }
  assert.ok(sent > 100);
  const spoilt = await server.postJson("server/register", {
    ...bodies["server/register"],
    contact_email: "o\0@example.com",
  });
  assert.deepEqual([spoilt.status, spoilt.msg], [400, "Invalid contact_email"]);
  // Bytes that are not UTF-8.
  using raw = new RawConnection(relay.url, postHead(`${BASE}server/register`, { "content-length": 2 }));
  await raw.flood(Buffer.from([0xff, 0xfe]), 2);
  assert.match(await raw.waitForText("Malformed request body"), /^HTTP\/1.1 400 /);
});

/**
 * Returns a copy of a value in which the bad text precedes every text, follows every key, and replaces every other
 * value.
 */
function withBadText(value: unknown, bad: string): unknown {
  if (typeof value === "string") return `${bad}${value}`;
  if (Array.isArray(value)) return value.map((one) => withBadText(one, bad));
  if (typeof value !== "object" || value === null) return bad;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name + bad, withBadText(one, bad)]));
}

test("the number of phones per server is limited, and phones that are already registered stay registered", async () => {
  await using small = await startRelay({ env: { PARLANCE_RELAY_DEVICES_PER_SERVER: "3" } });
  const [server, other] = [await small.registerServer(), await small.registerServer()];
  const user = { realm_uuid: server.realm, user_uuid: randomUUID() };
  const plain = (token: string) => server.postForm("push/register", { ...user, token, token_kind: 2 });
  const first = await server.createDevice(small.publicKey, "fcm", "one");
  for (const token of ["two", "three"]) assert.equal((await plain(token)).status, 200);
  const refused = await plain("four");
  assert.deepEqual([refused.status, refused.msg], [403, "This server has registered too many phones"]);
  const sealed = await sealRegistration(small.publicKey, {
    token: "four",
    token_kind: "fcm",
    timestamp: nowSeconds(),
    ios_app_id: null,
  });
  assert.equal((await server.registerDevice(small.publicKey, sealed)).status, 403);

  assert.equal((await plain("two")).status, 200);
  assert.equal(await server.createDevice(small.publicKey, "fcm", "one"), first);
  await other.createDevice(small.publicKey, "fcm", "one");
  await server.postForm("push/unregister", { ...user, token: "two", token_kind: 2 });
  assert.equal((await plain("four")).status, 200);
  assert.deepEqual([(await small.rowsOf("device")).length, (await small.rowsOf("plain_device")).length], [2, 2]);
});
