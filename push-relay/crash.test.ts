// Slow: starts and kills processes several times.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type TestUser, ServerProcess, until } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { Phone } from "@parlance/server/modules/notifications/push-devices/fixtures/test-relay.ts";
import { registerPhone, registerPlainPhone } from "./fixtures/phones.ts";
import { RelayProcess } from "./fixtures/relay-process.ts";
import { startServices } from "./fixtures/test-relay.ts";
import { loadKeyPairs } from "./key-pairs.ts";

const { rounds: MESSAGES } = randomRun({ rounds: 80, exploreRounds: 1000 });
/**
 * Number of notification jobs that a server runs concurrently. So at most this many notifications to a phone are being
 * sent at a time.
 */
const MAX_IN_FLIGHT = 4;
const WRITERS = 8;

const cleanup = new AsyncDisposableStack();
after(() => cleanup.disposeAsync());

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-relay-"));
  cleanup.defer(() => rm(path, { recursive: true, force: true }));
  return path;
}

const dataDir = await folder();
const { apple, google, env } = await startServices(await folder(), cleanup);
const relay = cleanup.use(await RelayProcess.start(dataDir, { ...env, PARLANCE_RELAY_CHECK_MAIL_DOMAINS: "false" }));
const server = cleanup.use(await ServerProcess.start({ PARLANCE_PUSH_RELAY_URL: relay.url }));

/** A notification that a phone received. */
interface ShownNotification {
  readonly type: unknown;
  readonly messageId: number;
  readonly collapseId: string | undefined;
}

/** Returns the notifications that a phone has received, in order. */
type ReceivedNotifications = () => ShownNotification[];

async function phonesOf(person: TestUser): Promise<ReceivedNotifications[]> {
  const [key] = await loadKeyPairs(dataDir);
  assert.ok(key);
  const [iphone, android] = [new Phone("1"), new Phone("2")];
  const toIphone = await registerPhone(person, iphone, "apns", key.public_key);
  const toAndroid = await registerPhone(person, android, "fcm", key.public_key);
  const toPlain = await registerPlainPhone(person);
  return [
    () =>
      apple.notificationsTo(toIphone).map(({ raw, headers }) => {
        const { type, message_id } = iphone.opens((JSON.parse(raw) as { encrypted_data: string }).encrypted_data);
        return { type, messageId: Number(message_id), collapseId: headers["apns-collapse-id"] };
      }),
    () =>
      google.messagesTo(toAndroid).map(({ data }) => {
        const { type, message_id } = android.opens(String(data["encrypted_data"]));
        return { type, messageId: Number(message_id), collapseId: undefined };
      }),
    () =>
      apple.notificationsTo(toPlain).map(({ raw, headers }) => {
        const { service } = JSON.parse(raw) as { service: { event: string; message_ids?: number[] } };
        return {
          type: service.event,
          messageId: service.message_ids?.[0] ?? 0,
          collapseId: headers["apns-collapse-id"],
        };
      }),
  ];
}

/** Ids of this test's messages. Phones may also receive notifications about messages of the demo organization. */
const written = new Set<number>();

const messagesIn = (received: ReceivedNotifications): ShownNotification[] =>
  received().filter(({ type, messageId }) => type === "message" && written.has(messageId));

async function writeMany(from: TestUser, to: TestUser): Promise<number[]> {
  const ids: number[] = [];
  const left = Array.from({ length: MESSAGES }, (_, index) => `word-${index + 1}`).values();
  const write = async () => {
    for (const content of left) ids.push(await from.sendDirectMessage(to, { content }));
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return ids.toSorted((one, other) => one - other);
}

/**
 * Waits until part of the expected notifications were received and others are being delivered to Apple's service, and
 * then kills a process.
 */
async function killInTheMiddle(came: () => number, part: number, kill: () => Promise<void>): Promise<void> {
  await until(() => came() >= part);
  apple.pause();
  await until(() => apple.pendingCount > 0);
  await kill();
  apple.resume();
}

test(`when server and relay are killed during ${MESSAGES} notifications, each unread message's notification is received, and only notifications in flight are repeated`, async () => {
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  await member.callOrThrow("PATCH", "/settings", { presence_enabled: false });
  const phones = await phonesOf(member);
  const [iphone] = phones as [ReceivedNotifications, ...ReceivedNotifications[]];
  const reads = (ids: readonly number[]) =>
    member.callOrThrow("POST", "/messages/flags", { messages: [...ids], op: "add", flag: "read" });

  await relay.kill();
  const ids = await writeMany(owner, member);
  for (const id of ids) written.add(id);
  const read = new Set(ids.filter((_, index) => index % 10 === 0));
  await reads([...read]);
  await relay.restart();

  const came = () => new Set(messagesIn(iphone).map(({ messageId }) => messageId)).size;
  await killInTheMiddle(came, MESSAGES * 0.1, () => relay.kill());
  const shown = new Set(phones.flatMap((phone) => messagesIn(phone).map(({ messageId }) => messageId)));
  const late = ids.filter((id) => !shown.has(id) && !read.has(id)).slice(0, MESSAGES * 0.1);
  await reads(late);
  for (const id of late) read.add(id);
  await relay.restart();

  await killInTheMiddle(came, MESSAGES * 0.3, () => server.kill({ database: true }));
  await server.restart();
  await killInTheMiddle(came, MESSAGES * 0.5, async () => {
    await Promise.all([server.kill({ database: false }), relay.kill()]);
  });
  await relay.restart();
  await server.restart();

  const expected = ids.filter((id) => !read.has(id));
  for (const phone of phones) {
    await until(() => new Set(messagesIn(phone).map(({ messageId }) => messageId)).size >= expected.length);
    const notices = messagesIn(phone);
    assert.deepEqual(new Set(notices.map(({ messageId }) => messageId)), new Set(expected));
    const names = Map.groupBy(notices, ({ messageId }) => messageId);
    for (const same of names.values()) assert.equal(new Set(same.map(({ collapseId }) => collapseId)).size, 1);
    const twice = notices.length - expected.length;
    assert.ok(twice <= 3 * MAX_IN_FLIGHT, `${twice} came more than once`);
  }
  const names = apple.notifications.map(({ headers }) => headers["apns-collapse-id"]);
  assert.ok(new Set(names).size < names.length, "some were in flight");
});
