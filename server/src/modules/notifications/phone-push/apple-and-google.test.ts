import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, startServer, type TestOrganization, until } from "@parlance/testkit";
import { createWireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { createEncryptedPushes } from "#modules/notifications/push-devices/payload/encrypted-pushes.ts";
import { Phone, TestRelay } from "#modules/notifications/push-devices/fixtures/test-relay.ts";
import { findReachableUser } from "../core/reachable-user.ts";
import {
  type MessageDetails,
  createEncryptedPayload,
  type PhoneOwner,
  createRemovalPayload,
} from "./encrypted-payload.ts";
import { createUnencryptedNotification, createUnencryptedRemoval } from "./unencrypted-payload.ts";

const BRAND = "acme";
/** Maximum size of a notification for the push services of Apple and Google, in bytes. */
const MAX_BYTES = 4096;

const relay = await TestRelay.start();
const server = await startServer(
  { pushRelayUrl: relay.url, wireAliases: createWireAliases(BRAND) },
  { withJobs: true },
);
after(async () => {
  await server[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

type Body = Readonly<Record<string, unknown>>;

async function ownerOf({ othello }: TestOrganization): Promise<PhoneOwner> {
  const site = { url: "http://parlance.test", gravatar: true, webPublicChannels: true };
  const person = await findReachableUser(server.db.reader, { snapshots: server.snapshots, site }, othello.id);
  assert.ok(person);
  return { ...person, name: wide(40) };
}

const wide = (characters: number): string => "𓆏".repeat(characters);

const about = (target: MessageDetails["target"]): MessageDetails => ({
  target,
  message: {
    id: 2_000_000_001,
    sender: wide(100),
    senderId: 2_000_000_002,
    isSenderKnown: false,
    html: `<p>${wide(5000)}</p>`,
    sentAt: new Date(),
  },
  occasion: "mention",
  group: { id: 7, name: wide(100) },
});

const inChannel = about({ channel: { id: 5, name: wide(60) }, topic: wide(60) });
const groupConversation = (size: number) =>
  about({ others: Array.from({ length: size }, (_, index) => ({ id: 1_000_000_000 + index, name: wide(100) })) });

/** Returns the size of the request to Apple's push service for a phone with encryption keys, in bytes. */
async function sealedSize(notice: Body): Promise<number> {
  const device = {
    user_id: 1,
    push_account_id: "-9223372036854775808",
    token_kind: "apns",
    relay_device_id: 1,
  } as const;
  const [push] = await createEncryptedPushes([{ ...device, push_public_key: new Phone("1").publicKey }], notice);
  return Buffer.byteLength(JSON.stringify(push?.["payload"]));
}

test("a notification never exceeds the size limit of the push services, however long its texts and however many its recipients are", async () => {
  const owner = await ownerOf(await createTestOrganization(server));
  const ids = Array.from({ length: 200 }, (_, index) => 2_000_000_000 + index);
  const all = [inChannel, groupConversation(1), groupConversation(40), groupConversation(1000)];
  const plain = [
    ...all.map((one) => createUnencryptedNotification(owner, one, BRAND)),
    createUnencryptedRemoval(owner, ids, BRAND),
  ];
  for (const { apple, google } of plain) {
    for (const form of [apple, google]) assert.ok(Buffer.byteLength(JSON.stringify(form)) <= MAX_BYTES);
  }
  for (const notice of [...all.map((one) => createEncryptedPayload(owner, one)), createRemovalPayload(owner, ids)]) {
    assert.ok((await sealedSize(notice)) <= MAX_BYTES);
  }
});

test("a notification that would be too large gets a shorter text, and if necessary no list of users", async () => {
  const owner = await ownerOf(await createTestOrganization(server));
  const { content, topic } = createEncryptedPayload(owner, inChannel) as { content: string; topic?: string };
  assert.ok([...content].length >= 60);
  assert.equal(topic, wide(60));
  const few = createEncryptedPayload(owner, groupConversation(40)) as { pm_users?: string };
  assert.equal(few.pm_users?.split(",").length, 41);
  const many = createEncryptedPayload(owner, groupConversation(1000));
  assert.deepEqual([many.sender_id, "pm_users" in many], [2_000_000_002, false]);
  const far = { ...owner, realm: { ...owner.realm, url: `http://${"far.".repeat(60)}example.com` } };
  const { apple } = createUnencryptedNotification(far, inChannel, "");
  assert.deepEqual(apple["aps"], { alert: { title: "New message" }, sound: "default", badge: 0 });
});

test("apps of another brand find the fields under that brand's names", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await othello.callOrThrow("POST", "/users/me/apns_device_token", { token: "c0ffee", appid: "org.example.chat" });
  const id = await hamlet.sendDirectMessage(othello);
  const notices = () => relay.to("push/notify").filter(({ body }) => body["user_id"] === othello.id);
  const notification = (await until(() => notices()[0])).body as { gcm_payload: Body; apns_payload: Body };
  assert.deepEqual(
    [notification.gcm_payload["service_message_id"], notification.gcm_payload["acme_message_id"]],
    [undefined, id],
  );
  const { acme, service } = notification.apns_payload as { acme: Body; service?: Body };
  assert.deepEqual([acme["acme_message_id"], acme["message_ids"], service], [id, [id], undefined]);
  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  const removed = (await until(() => notices()[1])).body as typeof notification;
  assert.equal(removed.gcm_payload["acme_message_ids"], String(id));
  assert.equal((removed.apns_payload["acme"] as Body)["acme_message_ids"], String(id));
  await othello.callOrThrow("POST", "/mobile_push/test_notification");
  assert.equal(relay.to("push/test_notification")[0]?.body["brand"], BRAND);
});
