import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { ChatServer } from "./fixtures/chat-server.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const relay = await startRelay({ acceptsMail: async (domain) => domain !== "nomail.example.com" });
test.after(() => relay[Symbol.asyncDispose]());

const newHost = () => `${randomUUID()}.example.com`;
const createUnregisteredServer = () => new ChatServer(relay.url, { hostname: newHost() });

test("a server registers once, and can then change its registration and its key with the key", async () => {
  const server = createUnregisteredServer();
  assert.equal((await server.registerServer())["created"], true);
  assert.equal((await server.registerServer({ hostname: newHost() }))["created"], false);
  const impostor = await server.registerServer({ service_org_key: "x".repeat(64) });
  assert.deepEqual([impostor.status, impostor.code], [401, "INVALID_SERVICE_ORG"]);

  const former = server.key;
  const newKey = randomBytes(32).toString("hex");
  assert.equal((await server.registerServer({ new_org_key: newKey })).status, 200);
  assert.equal((await server.reportRealms([])).status, 401);
  server.key = newKey;
  assert.equal((await server.reportRealms([])).status, 200);
  assert.equal((await server.registerServer({ service_org_key: former })).status, 401);
});

test("the data of a registration is validated", async () => {
  const messages = [];
  for (const changes of [
    { service_org_id: "one" },
    { service_org_key: "short" },
    { hostname: "no host" },
    { contact_email: "nobody" },
    { contact_email: "own\0er@example.com" },
    { new_org_key: "\0".repeat(64) },
    { contact_email: "owner@nomail.example.com" },
  ]) {
    const { status, msg } = await createUnregisteredServer().registerServer(changes);
    assert.equal(status, 400);
    messages.push(msg);
  }
  assert.deepEqual(messages, [
    "Invalid service_org_id",
    "Invalid service_org_key",
    "Invalid hostname",
    "Invalid contact_email",
    "Invalid contact_email",
    "Invalid new_org_key",
    "The domain of contact_email does not accept email",
  ]);
  const missing = await createUnregisteredServer().postForm("server/register", {});
  assert.deepEqual([missing.code, missing["var_name"]], ["REQUEST_VARIABLE_MISSING", "service_org_id"]);
});

test("a host name belongs to one server until that server is deactivated", async () => {
  const server = await relay.registerServer();
  const other = new ChatServer(relay.url, { hostname: server.hostname.toUpperCase() });
  assert.equal((await other.registerServer()).code, "HOSTNAME_ALREADY_IN_USE");
  assert.equal((await server.postForm("server/deactivate", {})).status, 200);
  assert.equal((await server.reportRealms([])).status, 401);
  assert.equal((await other.registerServer())["created"], true);
});

test("requests of unregistered servers and with wrong keys are rejected before the body is parsed", async () => {
  const server = await relay.registerServer();
  server.key = "x".repeat(64);
  for (const one of [createUnregisteredServer(), server]) {
    const answer = await one.postJson("push/e2ee/notify", "no JSON");
    assert.deepEqual([answer.status, answer.code], [401, "INVALID_SERVICE_ORG"]);
  }
  const response = await fetch(`${relay.url}/api/v1/remotes/push/notify`, { method: "POST" });
  assert.equal(response.status, 401);
});

test("an organization must be reported before other requests, belongs to one server, and gets no notifications while it is deactivated", async () => {
  const server = await relay.registerServer();
  const unregisterAll = (realm: string, by = server) =>
    by.postForm("push/unregister/all", { realm_uuid: realm, user_uuid: randomUUID() });
  const unknown = await unregisterAll(randomUUID());
  assert.deepEqual([unknown.status, unknown.code], [403, "MISSING_REMOTE_REALM"]);
  assert.equal((await unregisterAll(server.realm)).status, 200);

  const other = await relay.registerServer();
  assert.equal((await unregisterAll(server.realm, other)).code, "MISSING_REMOTE_REALM");
  const response = await other.reportRealms([{ uuid: server.realm, uuid_owner_secret: "a guess" }]);
  assert.equal(response.code, "DUPLICATE_REMOTE_REALM");
  assert.equal((await unregisterAll(server.realm)).status, 200);

  const report = await server.reportRealms([{ uuid: server.realm, uuid_owner_secret: "secret", deactivated: true }]);
  assert.deepEqual(report["realms"], { [server.realm]: { can_push: false, expected_end_timestamp: null } });
  assert.equal((await unregisterAll(server.realm)).code, "MISSING_REMOTE_REALM");
});

test("the phones of a deactivated organization are deleted", async () => {
  const server = await relay.registerServer();
  const id = await server.createDevice(relay.publicKey, "fcm", randomUUID());
  const realm = { uuid: server.realm, uuid_owner_secret: "secret" };
  await server.reportRealms([{ ...realm, deactivated: true }]);
  await server.reportRealms([realm]);
  assert.deepEqual((await server.notifyDevices([id]))["delete_device_ids"], [id]);
});

test("an organization's secret allows it to be moved to another server", async () => {
  const [server, other] = [await relay.registerServer(), await relay.registerServer()];
  assert.equal((await other.reportRealms([{ uuid: server.realm, uuid_owner_secret: "secret" }])).status, 200);
  const body = { realm_uuid: server.realm, user_uuid: randomUUID() };
  assert.equal((await other.postForm("push/unregister/all", body)).status, 200);
  assert.equal((await server.postForm("push/unregister/all", body)).code, "MISSING_REMOTE_REALM");
});

test("invalid requests are rejected with API errors, and the relay continues to work", async () => {
  const server = await relay.registerServer();
  const answers = [
    await server.postJson("push/e2ee/notify", "{"),
    await server.postJson("push/e2ee/notify", "["),
    await server.postJson("push/e2ee/notify", "null"),
    await server.postJson("push/e2ee/notify", "[".repeat(500_000) + "]".repeat(500_000)),
    await server.postJson("push/e2ee/notify", {
      realm_uuid: server.realm,
      push_requests: [{ device_id: 1.5, payload: {} }],
    }),
    await server.postJson("push/e2ee/notify", {
      realm_uuid: server.realm,
      push_requests: [{ device_id: 1, payload: [] }],
    }),
    await server.postJson("push/e2ee/notify", " ".repeat(2 ** 21 + 1)),
    await server.postForm("server/analytics", { realms: "{" }),
    await server.postForm("push/fly", {}),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 400, 400, 400, 400, 413, 400, 404],
  );
  assert.ok(answers.every(({ result, code }) => result === "error" && code !== ""));
  assert.equal((await fetch(`${relay.url}/health`)).status, 200);
});

test("a server that exceeds the rate limit must wait, and other servers are not affected", async () => {
  await using strict = await startRelay({ env: { PARLANCE_RELAY_REQUESTS_PER_MINUTE: "3" } });
  const [server, other] = [await strict.registerServer(), await strict.registerServer()];
  assert.equal((await server.reportRealms([])).status, 200);
  assert.equal((await server.reportRealms([])).status, 200);
  const refused = await server.reportRealms([]);
  assert.deepEqual([refused.status, refused.code], [429, "RATE_LIMIT_HIT"]);
  assert.equal((await other.reportRealms([])).status, 200);
});

test("the number of registrations per network is limited", async () => {
  await using strict = await startRelay({ env: { PARLANCE_RELAY_REGISTRATIONS_PER_HOUR: "1" } });
  await strict.registerServer();
  assert.equal((await new ChatServer(strict.url, { hostname: newHost() }).registerServer()).code, "RATE_LIMIT_HIT");
});

test("metrics count requests by operation", async () => {
  await relay.registerServer();
  const text = await (await fetch(`${relay.url}/metrics`)).text();
  assert.match(
    text,
    /http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/remotes\/server\/register",status="200"\} \d+/,
  );
});
