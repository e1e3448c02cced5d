import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, startServer, type TestUser } from "@parlance/testkit";
import { SsrfGuard } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { setOnline, waitForLogProcessing } from "../core/fixtures/notifications.ts";
import { MAX_PLAINTEXT_BYTES } from "./push-encryption.ts";
import { InternalPushEndpoint } from "./errors.ts";
import { createBrowserNotification } from "./payload.ts";
import { assertPushEndpoint, sendPush } from "./push-service-client.ts";
import { FakeBrowser, PushService } from "./fixtures/push-service.ts";

const service = new PushService();
await service.open();
after(() => service[Symbol.asyncDispose]());
const server = await startServer({ linkPreviewInternalHosts: [service.host] }, { withJobs: true });
const PATH = "/users/me/browser_push";
let count = 0;

/** Registers a browser for a user. Returns it with its endpoint. */
async function opens(person: TestUser) {
  const browser = new FakeBrowser();
  const path = `/push/${(count += 1)}`;
  const endpoint = `http://${service.host}${path}`;
  await person.callOrThrow("POST", PATH, { endpoint, ...browser.keys });
  return { browser, path, endpoint };
}

test("a browser receives notifications only for its user, encrypted so that only this browser can read them", async () => {
  const { hamlet, othello, host } = await createTestOrganization(server);
  const [{ browser, path }, other] = [await opens(othello), await opens(hamlet)];
  const id = await hamlet.sendDirectMessage(othello, { content: "To be, **or not** to be" });
  const [pushed] = await service.of(path);
  assert.ok(pushed);
  const { time, ...content } = browser.reads(pushed);
  assert.deepEqual(content, {
    type: "message",
    message_id: id,
    title: "King Hamlet",
    body: "To be, or not to be",
    url: `http://${host}/#narrow/dm/${hamlet.id}-dm/near/${id}`,
    tag: `message-${id}`,
    read_ids: [],
  });
  assert.equal(typeof time, "number");
  assert.doesNotMatch(JSON.stringify(pushed.headers) + pushed.body.toString("latin1"), /Hamlet|to be/);
  const { public_key: key } = await othello.callOrThrow("GET", PATH);
  const { authorization = "", ttl, urgency, "content-encoding": encoding } = pushed.headers;
  assert.ok(authorization.startsWith("vapid t=") && authorization.endsWith(`, k=${key}`));
  assert.deepEqual([ttl, urgency, encoding], ["86400", "high", "aes128gcm"]);
  assert.deepEqual(
    service.pushed.filter((one) => one.path === other.path),
    [],
  );
});

test("the next notification also retracts notifications of messages that were read meanwhile", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const { browser, path } = await opens(othello);
  const [read, unread] = [await hamlet.sendDirectMessage(othello), await hamlet.sendDirectMessage(othello)];
  await service.of(path, 2);
  await othello.callOrThrow("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  await waitForLogProcessing(realm);
  const last = await hamlet.sendDirectMessage(othello);
  const contents = (await service.of(path, 3)).map((pushed) => browser.reads(pushed));
  const ids = contents.map(({ message_id: id, read_ids: readIds }) => [id, readIds]);
  assert.deepEqual(
    new Map(ids as [number, number[]][]),
    new Map([
      [read, []],
      [unread, []],
      [last, [read]],
    ]),
  );
});

test("a notification stays within its size limit, even for a group conversation with very many users and a very long URL", () => {
  const others = Array.from({ length: 900 }, (_, index) => ({ id: 1_000_000_000 + index, name: "𓆏".repeat(100) }));
  const by = { senderId: 1, isSenderKnown: true, sender: "𓆏".repeat(100) };
  const message = { id: 7, sentAt: new Date(), html: `<p>${"\u0007𓆏".repeat(5000)}</p>`, ...by };
  const readMessageIds = Array.from({ length: 50 }, (_, index) => 2_000_000_000 + index);
  const url = `http://${"far.".repeat(60)}example.com`;
  const channel = { channel: { id: 5, name: "𓆏".repeat(60) }, topic: "𓆏".repeat(60) };
  for (const target of [{ others }, channel]) {
    const notice = createBrowserNotification(url, { target, message }, { isContentHidden: false, readMessageIds });
    assert.ok(Buffer.byteLength(JSON.stringify(notice)) <= MAX_PLAINTEXT_BYTES);
  }
});

test("the content of a direct message is left out if the user's settings say so", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const { browser, path } = await opens(othello);
  await othello.callOrThrow("PATCH", "/settings", { pm_content_in_desktop_notifications: false });
  await hamlet.sendDirectMessage(othello, { content: "psst" });
  const [pushed] = await service.of(path);
  assert.equal(pushed && browser.reads(pushed)["body"], "New message");
});

test("a browser gets no notification while its user is online, or after the user has removed it", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia } = realm;
  const [online, ended, last] = [await opens(othello), await opens(cordelia), await opens(cordelia)];
  await setOnline(othello, server);
  await cordelia.callOrThrow("DELETE", PATH, { endpoint: ended.endpoint });
  assert.equal(
    (await cordelia.delete(PATH, { endpoint: ended.endpoint })).msg,
    "This browser is not registered for notifications",
  );
  await hamlet.sendDirectMessage([othello, cordelia]);
  await waitForLogProcessing(realm);
  await service.of(last.path);
  assert.deepEqual(
    service.pushed.filter(({ path }) => path === online.path || path === ended.path),
    [],
  );
});

test("a browser that no longer exists is deleted, and a notification is retried if the push service is busy", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const [gone, busy] = [await opens(othello), await opens(othello)];
  service.answers.set(gone.path, 410).set(busy.path, 503);
  await hamlet.sendDirectMessage(othello);
  await Promise.all([service.of(gone.path), service.of(busy.path)]);
  service.answers.delete(busy.path);
  const [first, second] = await service.of(busy.path, 2);
  assert.ok(first && second);
  assert.deepEqual(busy.browser.reads(second), busy.browser.reads(first));
  assert.equal(
    (await othello.delete(PATH, { endpoint: gone.endpoint })).msg,
    "This browser is not registered for notifications",
  );
  await othello.callOrThrow("DELETE", PATH, { endpoint: busy.endpoint });
});

test("an endpoint at an internal address, in any notation, or at another port than the default is rejected", async () => {
  const { othello } = await createTestOrganization(server);
  const { keys } = new FakeBrowser();
  const hosts = `127.0.0.1 127.1 0x7f000001 2130706433 [::1] [::ffff:10.0.0.1] [64:ff9b::a9fe:a9fe] 10.0.0.1 169.254.169.254
    192.168.0.1 0.0.0.0 localhost LOCALHOST localhost. a.localhost localhost:8080 8.8.8.8:22 push.example.com:8443`;
  const messages = new Set<string>();
  for (const host of hosts.split(/\s+/)) {
    const { status, msg } = await othello.post(PATH, { endpoint: `https://${host}/x`, ...keys });
    assert.equal(status, 400, host);
    messages.add(msg);
  }
  assert.deepEqual(
    [...messages],
    ["The endpoint for browser notifications must be on the public Internet, at the default port"],
  );
});

test("an endpoint whose host resolves to an internal address is rejected, and one whose host cannot be resolved is accepted", async () => {
  const guardOf = (...addresses: string[]) =>
    new SsrfGuard({ internalHosts: [], isBehindProxy: false, resolve: async () => addresses });
  const registers = (guard: SsrfGuard) =>
    assertPushEndpoint("https://push.example.com/x", { guard, internalHosts: [] });
  await assert.rejects(registers(guardOf("8.8.8.8", "10.0.0.1")), InternalPushEndpoint);
  await assert.rejects(registers(guardOf("::1")), InternalPushEndpoint);
  await registers(guardOf("8.8.8.8"));
  await registers(guardOf());
  // If a proxy resolves the names, local names such as `localhost` are still rejected.
  const guard = new SsrfGuard({ internalHosts: [], isBehindProxy: true });
  await assert.rejects(assertPushEndpoint("https://localhost/x", { guard, internalHosts: [] }), InternalPushEndpoint);
});

test("a delivery can be aborted while it waits for an unresponsive DNS server", async () => {
  const guard = new SsrfGuard({ internalHosts: [], isBehindProxy: false, resolve: () => new Promise(() => undefined) });
  const push = {
    endpoint: new URL("https://push.example.com/x"),
    authorization: "",
    body: Buffer.alloc(0),
    topic: "x",
  };
  const stop = new AbortController();
  const delivery = sendPush({ guard }, push, stop.signal);
  stop.abort(new Error("too late"));
  await assert.rejects(delivery, /too late/);
});

test("only public push services and valid keys are accepted, and only for users who are not bots", async () => {
  const { othello, bot } = await createTestOrganization(server);
  const { keys } = new FakeBrowser();
  const endpoint = "https://push.example.com/x";
  for (const wrong of [
    "http://push.example.com/x",
    "ftp://x",
    "x",
    "https://a:b@push.example.com/",
    "http://127.0.0.1:1/",
  ]) {
    assert.equal(
      (await othello.post(PATH, { endpoint: wrong, ...keys })).msg,
      "Invalid address for browser notifications",
    );
  }
  for (const wrong of [
    { ...keys, auth: "AAAA" },
    { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") },
  ]) {
    assert.equal((await othello.post(PATH, { endpoint, ...wrong })).msg, "Invalid keys for browser notifications");
  }
  assert.equal((await bot.post(PATH, { endpoint, ...keys })).msg, "This endpoint does not accept bot requests.");
  await othello.callOrThrow("POST", PATH, { endpoint, ...keys });
});
