import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "@parlance/testkit/until.ts";
import { type Clock, systemClock } from "@parlance/kernel/base/clock.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const newToken = (): string => randomBytes(32).toString("hex");

/** A clock that a test can advance. */
function movingClock(): Clock & { later(ms: number): void } {
  let offset = 0;
  return {
    ...systemClock,
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() + offset,
    later: (ms) => void (offset += ms),
  };
}

const linesWith = (logged: string, text: string): string[] => logged.split("\n").filter((line) => line.includes(text));

test("a connection to Apple's service that has died silently is replaced before notifications are sent", async () => {
  const clock = movingClock();
  await using relay = await startRelay({ clock });
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(relay.publicKey, "apns", token);
  await server.notifyDevices([id]);
  relay.apple.proxy.stall();
  clock.later(60_000);
  assert.equal((await server.notifyDevices([id]))["apple_successfully_sent_count"], 1);
  assert.equal(relay.apple.proxy.connections, 2);
  assert.deepEqual(linesWith(relay.logged(), "could not be reached"), []);
});

test("if Apple's service aborts many notifications, all are sent again and a single line is logged", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const tokens = Array.from({ length: 30 }, newToken);
  const ids = await Promise.all(tokens.map((token) => server.createDevice(relay.publicKey, "apns", token)));
  relay.apple.pause();
  const answer = server.notifyDevices(ids);
  while (relay.apple.pendingCount < tokens.length) await new Promise((resolve) => setImmediate(resolve));
  relay.apple.sendGoAway();
  relay.apple.resume();
  assert.equal((await answer)["apple_successfully_sent_count"], tokens.length);
  assert.equal(linesWith(relay.logged(), "could not be reached").length, 1);
  for (const token of tokens) {
    const names = relay.apple.notificationsTo(token).map(({ headers }) => headers["apns-collapse-id"]);
    assert.deepEqual([names.length, new Set(names).size], [2, 1]);
  }
});

test("if Apple's service rejects the relay's key, an error is logged, notifications are retried later and phones stay registered", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const [one, other] = [newToken(), newToken()];
  const ids = [
    await server.createDevice(relay.publicKey, "apns", one),
    await server.createDevice(relay.publicKey, "apns", other),
  ];
  for (const token of [one, other]) relay.apple.replies.set(token, [{ status: 403, reason: "InvalidProviderToken" }]);
  const refused = await server.notifyDevices(ids);
  assert.deepEqual([refused.status, refused.code], [502, "PUSH_SERVICE_UNAVAILABLE"]);
  const alarms = linesWith(relay.logged(), "does not accept this relay's key");
  assert.deepEqual(
    alarms.map((line) => (JSON.parse(line) as { level: number | string }).level),
    [50],
  );
  const { delete_device_ids: gone, apple_successfully_sent_count: sent } = await server.notifyDevices(ids);
  assert.deepEqual([gone, sent], [[], 2]);
});

test("if Google's service rejects the account, an error is logged, notifications are retried later and phones stay registered", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(relay.publicKey, "fcm", token);
  relay.google.replies.set(token, [{ status: 403, errorCode: "PERMISSION_DENIED" }]);
  assert.equal((await server.notifyDevices([id])).code, "PUSH_SERVICE_UNAVAILABLE");
  relay.google.replies.set(token, [{ status: 403, errorCode: "SENDER_ID_MISMATCH" }]);
  assert.equal((await server.notifyDevices([id])).status, 200);
  assert.equal(linesWith(relay.logged(), "does not accept this relay's key").length, 1);
});

test("if Google issues no access token for the account's key, an error is logged, notifications are retried later and phones stay registered", async () => {
  await using right = await startRelay();
  const pem = { type: "pkcs8", format: "pem" } as const;
  const private_key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(pem).toString();
  const file = join(right.dataDir, "wrong.json");
  await writeFile(file, JSON.stringify({ ...right.google.account, private_key }));
  await using relay = await startRelay({
    env: {
      PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE: file,
      PARLANCE_RELAY_GOOGLE_URL: right.google.url,
      PARLANCE_RELAY_CA_FILE: join(right.dataDir, "ca.pem"),
    },
  });
  const server = await relay.registerServer();
  const id = await server.createDevice(relay.publicKey, "fcm", newToken());
  assert.equal((await server.notifyDevices([id])).code, "PUSH_SERVICE_UNAVAILABLE");
  assert.equal(linesWith(relay.logged(), "400 no token for the service account").length, 1);
});

test("the response lists the phones that have not received a notification, for encrypted and for unencrypted ones", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const [busy, well] = [newToken(), newToken()];
  const later = { status: 503, retryAfter: "3600" };
  const ids = [
    await server.createDevice(relay.publicKey, "fcm", busy),
    await server.createDevice(relay.publicKey, "fcm", well),
  ];
  relay.google.replies.set(busy, [later, later]);
  const sealed = await server.notifyDevices(ids);
  assert.deepEqual([sealed["unsent_device_ids"], sealed["android_successfully_sent_count"]], [[ids[0]], 1]);

  const user = { realm_uuid: server.realm, user_uuid: "3f0ab3f8-6a0c-4d1f-8f55-0f1f0a9d6a11", user_id: 7 };
  for (const token of [busy, well]) await server.postForm("push/register", { ...user, token, token_kind: 2 });
  const notice = { ...user, apns_payload: {}, gcm_payload: { event: "message" } };
  const plain = await server.postJson("push/notify", notice);
  assert.deepEqual(plain["unsent_devices"], { apple_devices: [], android_devices: [busy] });
  const only = { apple_devices: [], android_devices: [busy] };
  const again = await server.postJson("push/notify", { ...notice, only });
  assert.deepEqual(again["unsent_devices"], { apple_devices: [], android_devices: [] });
  assert.equal(relay.google.messagesTo(well).length, 2);
});

test("if the relay does not check email domains, a server may have a contact address in a local network", async () => {
  await using relay = await startRelay({ env: { PARLANCE_RELAY_CHECK_MAIL_DOMAINS: "false" } });
  const server = await relay.registerServer();
  assert.equal((await server.registerServer({ contact_email: "noreply@localhost" })).status, 200);
});

test("a relay that is stopping responds to requests in progress, but does not wait for further requests on open connections", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const token = newToken();
  const id = await server.createDevice(relay.publicKey, "apns", token);
  relay.apple.pause();
  const answer = server.notifyDevices([id]);
  await until(() => relay.apple.pendingCount > 0);
  const stopped = relay[Symbol.asyncDispose]();
  relay.apple.resume();
  assert.equal((await answer)["apple_successfully_sent_count"], 1);
  await stopped;
});
