import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const DAY_MS = 24 * 3600 * 1000;
let days = 0;
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + days * DAY_MS) };
const relay = await startRelay({ clock });
test.after(() => relay[Symbol.asyncDispose]());
test.beforeEach(() => void (days = 0));

const newToken = (): string => randomBytes(32).toString("hex");

async function counts(): Promise<number[]> {
  const tables = ["remote_server", "remote_realm", "device", "plain_device"] as const;
  return Promise.all(tables.map(async (table) => (await relay.rowsOf(table)).length));
}

test("expired phones and inactive servers are deleted when they are no longer needed", async () => {
  const [server, silent] = [await relay.registerServer(), await relay.registerServer()];
  const [well, gone] = [newToken(), newToken()];
  const ids = [
    await server.createDevice(relay.publicKey, "apns", well),
    await server.createDevice(relay.publicKey, "apns", gone),
  ];
  await silent.createDevice(relay.publicKey, "apns", newToken());
  const user = { realm_uuid: silent.realm, user_uuid: randomUUID(), user_id: 7 };
  await silent.postForm("push/register", { ...user, token: newToken(), token_kind: 2 });
  relay.apple.replies.set(gone, [{ status: 410, reason: "Unregistered" }]);
  await server.notifyDevices(ids);
  await relay.deleteExpired();
  assert.deepEqual(await counts(), [2, 2, 3, 1]);

  days = 31;
  await relay.deleteExpired();
  assert.deepEqual(await counts(), [2, 2, 2, 1]);
  assert.deepEqual((await server.notifyDevices(ids))["delete_device_ids"], [ids[1]]);

  days = 370;
  await relay.deleteExpired();
  assert.deepEqual(await counts(), [1, 1, 1, 0]);
  assert.equal((await silent.reportRealms([])).status, 401);
  // If such a server returns, it registers as a new server.
  assert.equal((await silent.registerServer())["created"], true);
});

test("a server can unregister its own phones, and not those of other servers", async () => {
  const [server, other] = [await relay.registerServer(), await relay.registerServer()];
  const tokens = [newToken(), newToken()];
  const [mine, theirs] = [
    await server.createDevice(relay.publicKey, "apns", tokens[0] ?? ""),
    await other.createDevice(relay.publicKey, "apns", tokens[1] ?? ""),
  ];
  const unregistration = { realm_uuid: server.realm, device_ids: [mine, theirs] };
  assert.equal((await server.postJson("push/e2ee/unregister", unregistration)).status, 200);
  const remaining = (await relay.rowsOf("device")).map(({ token }) => token);
  assert.deepEqual([remaining.includes(tokens[0]), remaining.includes(tokens[1])], [false, true]);
});

test("the id of a deactivated server remains registered, so that no other server can use it", async () => {
  const server = await relay.registerServer();
  await server.createDevice(relay.publicKey, "apns", newToken());
  await server.postForm("server/deactivate", {});
  const [row] = (await relay.rowsOf("remote_server")).filter(({ org_id: id }) => id === server.orgId);
  assert.deepEqual([row?.["hostname"], row?.["contact_email"]], ["", ""]);
  assert.doesNotMatch(JSON.stringify(row), new RegExp(`${server.hostname}|${server.key}`));
});
