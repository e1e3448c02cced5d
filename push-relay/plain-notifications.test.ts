import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import type { ChatServer } from "./fixtures/chat-server.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const relay = await startRelay();
test.after(() => relay[Symbol.asyncDispose]());
const { apple, google } = relay;

const newToken = (): string => randomBytes(32).toString("hex");
const [APPLE, GOOGLE] = [1, 2];

/** Registers a phone with each push service for a new user. */
async function newUser(server: ChatServer) {
  const user = { realm_uuid: server.realm, user_uuid: randomUUID(), user_id: 7 };
  const [iphone, android] = [newToken(), newToken()];
  const registers = (token: string, kind: number | undefined, more = {}) =>
    server.postForm("push/register", { ...user, token, token_kind: kind, ...more });
  assert.equal((await registers(iphone, APPLE, { ios_app_id: "org.example.chat" })).status, 200);
  assert.equal((await registers(android, GOOGLE)).status, 200);
  return { user, iphone, android, registers };
}

const notice = {
  apns_payload: { aps: { alert: { title: "Hamlet", body: "To be" }, badge: 0 }, service: { user_id: 7 } },
  gcm_payload: { event: "message", content: "To be", user_id: 7 },
  gcm_options: { priority: "high" },
};

test("a notification is sent to all phones of a user, and to no other phones", async () => {
  const server = await relay.registerServer();
  const [{ user, iphone, android, registers }, other] = [await newUser(server), await newUser(server)];
  assert.equal((await registers(android, GOOGLE)).status, 200);
  const { total_apple_devices, total_android_devices, deleted_devices, realm } = await server.postJson("push/notify", {
    ...user,
    ...notice,
  });
  assert.deepEqual([total_apple_devices, total_android_devices], [1, 1]);
  assert.deepEqual(deleted_devices, { apple_devices: [], android_devices: [] });
  assert.deepEqual(realm, { can_push: true, expected_end_timestamp: null });
  const [notification] = apple.notificationsTo(iphone);
  assert.deepEqual(JSON.parse(notification?.raw ?? ""), notice.apns_payload);
  const { "apns-topic": topic, "apns-push-type": type, "apns-priority": priority } = notification?.headers ?? {};
  assert.deepEqual([topic, type, priority], ["org.example.chat", "alert", "10"]);
  assert.deepEqual(google.messagesTo(android), [
    {
      token: android,
      data: { event: "message", content: "To be", user_id: "7" },
      android: { priority: "high", ttl: "86400s" },
    },
  ]);
  assert.equal(apple.notificationsTo(other.iphone).length + google.messagesTo(other.android).length, 0);
});

test("a notification that shows nothing is delivered in the background", async () => {
  const server = await relay.registerServer();
  const { user, iphone } = await newUser(server);
  await server.postJson("push/notify", { ...user, ...notice, apns_payload: { aps: {}, service: { event: "remove" } } });
  const { "apns-push-type": type, "apns-priority": priority } = apple.notificationsTo(iphone)[0]?.headers ?? {};
  assert.deepEqual([type, priority], ["background", "5"]);
});

test("expired phones are deleted and reported, and phones that the relay does not know are reported too", async () => {
  const server = await relay.registerServer();
  const { user, iphone, android } = await newUser(server);
  apple.replies.set(iphone, [{ status: 410, reason: "Unregistered" }]);
  google.replies.set(android, [{ status: 404, errorCode: "UNREGISTERED" }]);
  const lists = { apple_devices: [iphone, "abcd"], android_devices: [android] };
  const first = await server.postJson("push/notify", { ...user, ...notice, ...lists });
  assert.deepEqual(first["deleted_devices"], { apple_devices: [iphone, "abcd"], android_devices: [android] });
  const again = await server.postJson("push/notify", { ...user, ...notice });
  assert.deepEqual([again["total_apple_devices"], again["total_android_devices"]], [0, 0]);
});

test("an unregistered phone gets no notifications", async () => {
  const server = await relay.registerServer();
  const { user, iphone, android } = await newUser(server);
  const one = { ...user, token: iphone, token_kind: APPLE };
  assert.equal((await server.postForm("push/unregister", one)).status, 200);
  assert.equal((await server.postForm("push/unregister", one)).msg, "Token does not exist");
  await server.postJson("push/notify", { ...user, ...notice });
  assert.deepEqual([apple.notificationsTo(iphone).length, google.messagesTo(android).length], [0, 1]);
  assert.equal((await server.postForm("push/unregister/all", user)).status, 200);
  await server.postJson("push/notify", { ...user, ...notice });
  assert.equal(google.messagesTo(android).length, 1);
});

test("a test notification reaches only the phone with its token, and unknown tokens are rejected", async () => {
  const server = await relay.registerServer();
  const { user, iphone, android } = await newUser(server);
  const base = { server: "chat.example.com", realm_id: 3, realm_name: "Elsinore", user_id: 7, time: 1000 };
  const tests = (token: string, kind: number | undefined, more = {}) =>
    server.postJson("push/test_notification", { ...user, token, token_kind: kind, base_payload: base, ...more });
  assert.equal((await tests(iphone, APPLE)).status, 200);
  assert.equal((await tests(android, GOOGLE)).status, 200);
  const { server: _server, realm_id: _realm, ...service } = base;
  assert.deepEqual(JSON.parse(apple.notificationsTo(iphone)[0]?.raw ?? ""), {
    aps: {
      alert: { title: "Test notification", body: "This is a test notification from Elsinore." },
      sound: "default",
    },
    service: { ...service, event: "test" },
  });
  await tests(iphone, APPLE, { brand: "acme" });
  const { acme, aps } = JSON.parse(apple.notificationsTo(iphone)[1]?.raw ?? "") as { acme?: object; aps?: object };
  assert.deepEqual(acme, { ...service, event: "test" });
  assert.ok(aps);
  assert.equal((await tests(iphone, APPLE, { brand: "a b" })).msg, "Invalid brand");
  assert.equal(google.messagesTo(android)[0]?.data["event"], "test");
  assert.equal(google.messagesTo(android)[0]?.data["realm_id"], "3");
  assert.equal((await tests(android, APPLE)).code, "INVALID_REMOTE_PUSH_DEVICE_TOKEN");
  google.replies.set(android, [{ status: 404, errorCode: "UNREGISTERED" }]);
  assert.equal((await tests(android, GOOGLE)).code, "INVALID_REMOTE_PUSH_DEVICE_TOKEN");
  assert.equal((await tests(android, GOOGLE)).code, "INVALID_REMOTE_PUSH_DEVICE_TOKEN");
  assert.equal(google.messagesTo(android).length, 2);
});

test("invalid tokens are rejected", async () => {
  const server = await relay.registerServer();
  const { registers } = await newUser(server);
  const answers = [
    await registers("no hex", APPLE, { ios_app_id: "org.example.chat" }),
    await registers(newToken(), APPLE),
    await registers(newToken(), 3),
    await registers("", GOOGLE),
    await registers("x".repeat(4097), GOOGLE),
  ];
  assert.deepEqual(
    answers.map(({ msg }) => msg),
    ["Invalid token", "Invalid ios_app_id", "Invalid token_kind", "Invalid token", "Invalid token"],
  );
});

test("an unavailable push service is reported", async () => {
  const server = await relay.registerServer();
  const { user, iphone, android } = await newUser(server);
  await server.postForm("push/unregister", { ...user, token: iphone, token_kind: APPLE });
  google.replies.set(android, [{ status: 503, retryAfter: "600" }]);
  const answer = await server.postJson("push/notify", { ...user, ...notice });
  assert.deepEqual([answer.status, answer.code], [502, "PUSH_SERVICE_UNAVAILABLE"]);
});
