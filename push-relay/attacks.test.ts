import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { until } from "@parlance/testkit";
import { ChatServer, nowSeconds, seal } from "./fixtures/chat-server.ts";
import { postHead, RawConnection } from "./fixtures/raw-connection.ts";
import { startRelay, type TestRelay } from "./fixtures/test-relay.ts";

const BASE = "/api/v1/remotes/";
/** More than are worked on at once. */
const MANY = 100;

const relay = await startRelay({ env: { PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS: "1000" } });
test.after(() => relay[Symbol.asyncDispose]());

const signature = ({ orgId, key }: ChatServer) => `Basic ${Buffer.from(`${orgId}:${key}`).toString("base64")}`;

/** Unfinished requests, each with the status of the answer that has come to it already. */
function holds({ url }: TestRelay, sent: string, count = MANY): RawConnection[] {
  return Array.from({ length: count }, () => new RawConnection(url, sent));
}

test("unfinished requests of strangers keep no server out", async () => {
  const server = await relay.newServer();
  const unfinished = [
    ...holds(relay, postHead("/nothing")),
    ...holds(relay, postHead(`${BASE}server/register`)),
    ...holds(relay, postHead(`${BASE}push/notify`)),
    ...holds(relay, postHead(`${BASE}push/notify`, { authorization: signature(server) })),
  ];
  try {
    await Promise.all(unfinished.slice(0, MANY).map((one) => one.hears("\r\n\r\n")));
    assert.equal((await server.tells([])).status, 200);
    assert.equal(
      (await new ChatServer(relay.url, { hostname: `${randomUUID()}.example.com` }).introduces()).status,
      200,
    );
  } finally {
    for (const one of unfinished) one[Symbol.dispose]();
  }
});

test("unknown paths and wrong keys are answered before the body, and the connection is closed", async () => {
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
    const answer = await one.hears('"result":"error"');
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, "i"));
  }
});

test("headers and bodies that come too slowly are ended", async () => {
  await using hasty = await startRelay({
    bounds: { headersTimeoutMs: 50, bodyBytesPerSecond: 2 ** 30, bodyGraceSeconds: 0 },
  });
  const server = new ChatServer(hasty.url, { hostname: "chat.example.com" });
  using slowHeaders = new RawConnection(hasty.url, "POST /nothing HTTP/1.1\r\nhost: a");
  assert.match(await slowHeaders.hears("too long to arrive"), /^HTTP\/1.1 408 /);
  using slowBody = new RawConnection(hasty.url, `${postHead(`${BASE}server/register`)}{`);
  assert.match(await slowBody.hears("too long to arrive"), /^HTTP\/1.1 408 /);
  assert.equal(server.hostname, "chat.example.com");
});

test("huge bodies are refused, announced or not, and take no more memory than one network may have", async () => {
  const server = await relay.newServer();
  const as = { authorization: signature(server) };
  for (const head of [
    postHead(`${BASE}server/register`, { "content-length": 20_000 }),
    postHead(`${BASE}push/notify`, { ...as, "content-length": 2 ** 21 + 1 }),
  ]) {
    using one = new RawConnection(relay.url, head);
    assert.match(await one.hears("too large"), /^HTTP\/1.1 413 /);
  }
  for (const [head, most] of [
    [postHead(`${BASE}server/register`, { "transfer-encoding": "chunked" }), 2 ** 14],
    [postHead(`${BASE}push/notify`, { ...as, "transfer-encoding": "chunked" }), 2 ** 21],
  ] as const) {
    using one = new RawConnection(relay.url, head);
    // Each chunk has 4,096 bytes of content.
    const chunk = Buffer.from(`1000\r\n${" ".repeat(4096)}\r\n`);
    await one.floods(chunk, most + 2 * chunk.length + most / 256);
    assert.match(await one.hears("too large"), /^HTTP\/1.1 413 /);
  }

  await using small = await startRelay({ bounds: { bodiesMib: 1 } });
  const other = await small.newServer();
  const head = postHead(`${BASE}push/notify`, { authorization: signature(other), "content-length": 200_000 });
  using first = new RawConnection(small.url, head + " ".repeat(199_000));
  using second = new RawConnection(small.url, head + " ".repeat(199_000));
  const answers = await Promise.any([first.hears("SERVER_BUSY"), second.hears("SERVER_BUSY")]);
  assert.match(answers, /^HTTP\/1.1 503 /);
});

test("one network has so many connections, and a place is free again when one of them ends", async () => {
  await using narrow = await startRelay({ env: { PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS: "3" } });
  const held = holds(narrow, "POST /", 3);
  await until(async () => {
    using one = new RawConnection(narrow.url, "");
    return await one.hears("SERVER_BUSY").catch(() => false);
  });
  held.pop()?.[Symbol.dispose]();
  await until(async () => {
    using one = new RawConnection(narrow.url, "GET /health HTTP/1.1\r\nhost: a\r\n\r\n");
    return await one.hears('"result":"success"').catch(() => false);
  });
  for (const one of held) one[Symbol.dispose]();
});

test("forged names and keys are refused, soon without asking the database, and known servers stay welcome", async () => {
  await using guarded = await startRelay();
  const server = await guarded.newServer();
  const stranger = await guarded.newServer();
  await server.tells([]);
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
    `Basic ${Buffer.from(`${server.orgId}:${stranger.key}`).toString("base64")}`,
  ];
  const asks = (authorization: string) =>
    fetch(`${guarded.url}${BASE}server/analytics`, { method: "POST", headers: { authorization } });
  for (const authorization of forged) assert.equal((await asks(authorization)).status, 401, authorization);
  const guess = () => asks(`Basic ${Buffer.from(`${randomUUID()}:${server.key}`).toString("base64")}`);
  const answers = await Promise.all(Array.from({ length: 100 }, guess));
  assert.ok(answers.every(({ status }) => status === 401 || status === 429));
  assert.equal((await guess()).status, 429);
  assert.equal((await asks("")).status, 401);
  assert.equal((await server.tells([])).status, 200);
});

test("what was registered once is not registered again by a replay", async () => {
  const [server, other] = [await relay.newServer(), await relay.newServer()];
  // A registration from the wire, with the key of before.
  const former = server.key;
  const newKey = randomBytes(32).toString("hex");
  assert.equal((await server.introduces({ new_org_key: newKey })).status, 200);
  assert.equal((await server.introduces({ service_org_key: former })).status, 401);
  server.key = newKey;
  // What a phone sealed a day ago.
  const sealed = await seal(relay.publicKey, {
    token: "ab",
    token_kind: "fcm",
    timestamp: nowSeconds() - 86_500,
    ios_app_id: null,
  });
  assert.equal((await server.registers(relay.publicKey, sealed)).code, "REQUEST_EXPIRED");
  // An organization's registration, without its secret.
  const taken = await other.tells([{ uuid: server.realm, uuid_owner_secret: "another" }]);
  assert.equal(taken.code, "DUPLICATE_REMOTE_REALM");
});

test("no text with NUL or a lone surrogate is stored, and none is an error of the relay", async () => {
  const server = await relay.newServer();
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
        const spoilt = spoil(value, bad);
        const { status } = await server.sends(path, { ...body, [name]: spoilt });
        assert.ok(status < 500, `${path} ${name}: ${status}`);
        if (typeof spoilt !== "string") continue;
        assert.ok((await server.posts(path, { ...body, [name]: spoilt })).status < 500, `${path} ${name} in a form`);
        sent += 2;
      }
    }
  }
  assert.ok(sent > 100);
  const spoilt = await server.sends("server/register", {
    ...bodies["server/register"],
    contact_email: "o\0@example.com",
  });
  assert.deepEqual([spoilt.status, spoilt.msg], [400, "Invalid contact_email"]);
  // Bytes that are no UTF-8.
  using raw = new RawConnection(relay.url, postHead(`${BASE}server/register`, { "content-length": 2 }));
  await raw.floods(Buffer.from([0xff, 0xfe]), 2);
  assert.match(await raw.hears("Malformed request body"), /^HTTP\/1.1 400 /);
});

/** The same with the bad text in it, wherever it has a text. */
function spoil(value: unknown, bad: string): unknown {
  if (typeof value === "string") return `${bad}${value}`;
  if (Array.isArray(value)) return value.map((one) => spoil(one, bad));
  if (typeof value !== "object" || value === null) return bad;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name + bad, spoil(one, bad)]));
}

test("a server registers so many phones, and those that are known stay", async () => {
  await using small = await startRelay({ env: { PARLANCE_RELAY_DEVICES_PER_SERVER: "3" } });
  const [server, other] = [await small.newServer(), await small.newServer()];
  const user = { realm_uuid: server.realm, user_uuid: randomUUID() };
  const plain = (token: string) => server.posts("push/register", { ...user, token, token_kind: 2 });
  const first = await server.hasPhone(small.publicKey, "fcm", "one");
  for (const token of ["two", "three"]) assert.equal((await plain(token)).status, 200);
  const refused = await plain("four");
  assert.deepEqual([refused.status, refused.msg], [403, "This server has registered too many phones"]);
  const sealed = await seal(small.publicKey, {
    token: "four",
    token_kind: "fcm",
    timestamp: nowSeconds(),
    ios_app_id: null,
  });
  assert.equal((await server.registers(small.publicKey, sealed)).status, 403);

  assert.equal((await plain("two")).status, 200);
  assert.equal(await server.hasPhone(small.publicKey, "fcm", "one"), first);
  await other.hasPhone(small.publicKey, "fcm", "one");
  await server.posts("push/unregister", { ...user, token: "two", token_kind: 2 });
  assert.equal((await plain("four")).status, 200);
  assert.deepEqual([(await small.kept("device")).length, (await small.kept("plain_device")).length], [2, 2]);
});
