import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import sodium from "libsodium-wrappers";
import { addKeyPair } from "./key-pairs.ts";
import { ACCOUNT_ID, nowSeconds, sealRegistration } from "./fixtures/chat-server.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const relay = await startRelay();
test.after(() => relay[Symbol.asyncDispose]());
const { apple, google, publicKey } = relay;

const newToken = (): string => randomBytes(32).toString("hex");
const phone = (changes: object = {}) => ({
  token: newToken(),
  token_kind: "apns",
  timestamp: nowSeconds(),
  ios_app_id: "org.example.chat",
  ...changes,
});

test("a phone that is registered again keeps its id, and a phone of two organizations has an id in each", async () => {
  const [server, other] = [await relay.registerServer(), await relay.registerServer()];
  const token = newToken();
  const id = await server.createDevice(publicKey, "apns", token);
  assert.equal(await server.createDevice(publicKey, "apns", token), id);
  assert.notEqual(await server.createDevice(publicKey, "apns", newToken()), id);
  assert.notEqual(await other.createDevice(publicKey, "apns", token), id);
});

test("a registration is accepted only if it was sealed for one of the relay's keys, within the last day", async () => {
  const server = await relay.registerServer();
  const codeFor = async (registration: object | string, changes = {}) =>
    (await server.registerDevice(publicKey, await sealRegistration(publicKey, registration), changes)).code;
  const invalid = "INVALID_ENCRYPTED_PUSH_REGISTRATION";

  const unknownKey = Buffer.from(sodium.crypto_box_keypair().publicKey).toString("base64");
  const sealed = await sealRegistration(unknownKey, phone());
  assert.equal((await server.registerDevice(unknownKey, sealed)).code, "INVALID_BOUNCER_PUBLIC_KEY");
  assert.equal((await server.registerDevice(publicKey, sealed)).code, invalid);
  assert.equal((await server.registerDevice(publicKey, "no base64")).code, invalid);
  assert.equal(await codeFor("no JSON"), invalid);
  assert.equal(await codeFor("null"), invalid);
  assert.equal(await codeFor(phone({ token: "no hex" })), invalid);
  assert.equal(await codeFor(phone({ token: "" })), invalid);
  assert.equal(await codeFor(phone({ token: "ab".repeat(3000) })), invalid);
  assert.equal(await codeFor(phone({ ios_app_id: null })), invalid);
  assert.equal(await codeFor(phone({ token_kind: "pigeon" })), invalid);
  assert.equal(await codeFor(phone({ token_kind: "fcm", token: "a\u0000b", ios_app_id: null })), invalid);
  assert.equal(await codeFor(phone({ timestamp: "now" })), invalid);
  assert.equal(await codeFor(phone({ timestamp: nowSeconds() - 86_460 })), "REQUEST_EXPIRED");
  assert.equal(await codeFor(phone({ timestamp: nowSeconds() - 86_000 })), "");
  assert.equal(await codeFor(phone(), { push_account_id: "9223372036854775807" }), "");
  for (const wrong of ["9223372036854775808", "1e3", ""]) {
    const { status, msg } = await server.registerDevice(publicKey, await sealRegistration(publicKey, phone()), {
      push_account_id: wrong,
    });
    assert.deepEqual([status, msg], [400, "Invalid push_account_id"]);
  }
});

test("a new key pair is accepted immediately, in addition to the former ones", async () => {
  const server = await relay.registerServer();
  const { public_key: added } = await addKeyPair(relay.dataDir);
  assert.ok(await server.createDevice(added, "apns", newToken()));
  assert.ok(await server.createDevice(publicKey, "apns", newToken()));
});

test("Apple's phones get the notification as the server created it, with the id of the app", async () => {
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(publicKey, "apns", token);
  const payload = `{"push_account_id":${ACCOUNT_ID},"encrypted_data":"c2VjcmV0","aps":{"mutable-content":1}}`;
  const answer = await server.postJson(
    "push/e2ee/notify",
    `{"realm_uuid":"${server.realm}","push_requests":[{"device_id":${id},"payload":${payload},` +
      `"http_headers":{"apns_priority":5,"apns_push_type":"background"}}]}`,
  );
  assert.equal(answer["apple_successfully_sent_count"], 1);
  assert.equal(answer["android_successfully_sent_count"], 0);
  assert.deepEqual(answer["delete_device_ids"], []);
  assert.deepEqual(answer["realm_push_status"], { can_push: true, expected_end_timestamp: null });
  const [notification, ...more] = apple.notificationsTo(token);
  assert.deepEqual(more, []);
  assert.equal(notification?.raw, payload);
  const { headers } = notification;
  assert.equal(headers["apns-topic"], "org.example.chat");
  assert.equal(headers["apns-priority"], "5");
  assert.equal(headers["apns-push-type"], "background");
  assert.ok(Math.abs(Number(headers["apns-expiration"]) - nowSeconds() - 86_400) < 600);
  assert.ok((headers["apns-collapse-id"] ?? "").length > 0);
});

test("phones with Google's service receive all values as text, and 64-bit numbers are not rounded", async () => {
  const server = await relay.registerServer();
  const token = `fcm:${newToken()}`;
  const id = await server.createDevice(publicKey, "fcm", token);
  assert.equal((await server.notifyDevices([id]))["android_successfully_sent_count"], 1);
  assert.deepEqual(google.messagesTo(token), [
    {
      token,
      data: { push_account_id: ACCOUNT_ID, encrypted_data: "c2VjcmV0" },
      android: { priority: "high", ttl: "86400s" },
    },
  ]);
});

test("expired phones are reported each time, until they are registered again", async () => {
  const server = await relay.registerServer();
  for (const reply of [
    { status: 410, reason: "Unregistered" },
    { status: 400, reason: "BadDeviceToken" },
    { status: 400, reason: "DeviceTokenNotForTopic" },
  ]) {
    const token = newToken();
    const id = await server.createDevice(publicKey, "apns", token);
    apple.replies.set(token, [reply]);
    assert.deepEqual((await server.notifyDevices([id]))["delete_device_ids"], [id]);
    assert.deepEqual((await server.notifyDevices([id]))["delete_device_ids"], [id]);
    assert.equal(apple.notificationsTo(token).length, 1);
    assert.equal(await server.createDevice(publicKey, "apns", token), id);
    assert.equal((await server.notifyDevices([id]))["apple_successfully_sent_count"], 1);
  }
  const token = newToken();
  const id = await server.createDevice(publicKey, "fcm", token);
  google.replies.set(token, [{ status: 404, errorCode: "UNREGISTERED" }]);
  assert.deepEqual((await server.notifyDevices([id]))["delete_device_ids"], [id]);
});

test("phones of other organizations are not found and get nothing", async () => {
  const [server, other] = [await relay.registerServer(), await relay.registerServer()];
  const token = newToken();
  const id = await other.createDevice(publicKey, "apns", token);
  assert.deepEqual((await server.notifyDevices([id, 2_000_000_000]))["delete_device_ids"], [id, 2_000_000_000]);
  assert.equal(apple.notificationsTo(token).length, 0);
  assert.equal((await other.notifyDevices([id]))["apple_successfully_sent_count"], 1);
});

test("a notification that a service rejects temporarily is retried, with the same collapse id", async () => {
  const server = await relay.registerServer();
  const [busy, cut, quota, broken] = [newToken(), newToken(), newToken(), newToken()];
  apple.replies.set(busy, [
    { status: 429, reason: "TooManyRequests" },
    { status: 503, reason: "ServiceUnavailable" },
  ]);
  apple.replies.set(cut, ["silent"]);
  google.replies.set(quota, [{ status: 429, errorCode: "QUOTA_EXCEEDED", retryAfter: "1" }]);
  google.replies.set(broken, [{ status: 500 }]);
  for (const [kind, token] of [
    ["apns", busy],
    ["apns", cut],
    ["fcm", quota],
    ["fcm", broken],
  ] as const) {
    const { status } = await server.notifyDevices([await server.createDevice(publicKey, kind, token)]);
    assert.equal(status, 200);
  }
  const names = apple.notificationsTo(busy).map(({ headers }) => headers["apns-collapse-id"]);
  assert.deepEqual([names.length, new Set(names).size], [3, 1]);
  assert.deepEqual(
    [apple.notificationsTo(cut).length, google.messagesTo(quota).length, google.messagesTo(broken).length],
    [2, 2, 2],
  );
});

test("if no phone of a request receives its notification because a push service is unavailable, the response reports this", async () => {
  const server = await relay.registerServer();
  const [busy, well] = [newToken(), newToken()];
  const [one, other] = [
    await server.createDevice(publicKey, "fcm", busy),
    await server.createDevice(publicKey, "fcm", well),
  ];
  const later = { status: 503, retryAfter: "3600" };
  google.replies.set(busy, [later, later]);
  const alone = await server.notifyDevices([one]);
  assert.deepEqual([alone.status, alone.code], [502, "PUSH_SERVICE_UNAVAILABLE"]);
  // If one phone receives its notification, the request succeeds, so that the phone does not receive it again.
  assert.equal((await server.notifyDevices([one, other]))["android_successfully_sent_count"], 1);
});

test("a notification that a push service rejects permanently is not retried, and the phone stays registered", async () => {
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(publicKey, "apns", token);
  apple.replies.set(token, [{ status: 413, reason: "PayloadTooLarge" }]);
  const answer = await server.notifyDevices([id]);
  assert.deepEqual([answer.status, answer["apple_successfully_sent_count"]], [200, 0]);
  assert.deepEqual(answer["delete_device_ids"], []);
  assert.equal(apple.notificationsTo(token).length, 1);
});

test("when a push service no longer accepts the relay's access tokens, new ones are created", async () => {
  const server = await relay.registerServer();
  const [iphone, android] = [newToken(), newToken()];
  const ids = [
    await server.createDevice(publicKey, "apns", iphone),
    await server.createDevice(publicKey, "fcm", android),
  ];
  await server.notifyDevices(ids);
  const granted = google.granted;
  await server.notifyDevices(ids);
  assert.equal(google.granted, granted);
  google.revokeTokens();
  apple.replies.set(iphone, [{ status: 403, reason: "ExpiredProviderToken" }]);
  const answer = await server.notifyDevices(ids);
  assert.deepEqual([answer["apple_successfully_sent_count"], answer["android_successfully_sent_count"]], [1, 1]);
  assert.equal(google.granted, granted + 1);
});

test("neither tokens nor the content of notifications are logged", async () => {
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(publicKey, "apns", token);
  apple.replies.set(token, ["silent", { status: 400, reason: "BadTopic" }]);
  await server.notifyDevices([id], '{"encrypted_data":"very secret"}');
  assert.match(relay.logged(), /a push service rejected a notification/);
  assert.match(relay.logged(), /a push service could not be reached/);
  assert.doesNotMatch(relay.logged(), new RegExp(`${token}|very secret|${server.key}`));
});

test("a relay that is not configured for a push service reports this, and does not accept phones of that service", async () => {
  const env = { PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE: "" };
  await using without = await startRelay({ env });
  const server = await without.registerServer();
  const sealed = await sealRegistration(without.publicKey, phone({ token_kind: "fcm", ios_app_id: null }));
  assert.equal((await server.registerDevice(without.publicKey, sealed)).code, "PUSH_SERVICE_UNAVAILABLE");
  assert.ok(await server.createDevice(without.publicKey, "apns", newToken()));
});
