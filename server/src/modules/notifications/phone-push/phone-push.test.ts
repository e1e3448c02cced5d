import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, type TestUser, startServer, until } from "@parlance/testkit";
import { type RelayRequest, Phone, TestRelay } from "#modules/notifications/push-devices/fixtures/test-relay.ts";
import { setOnline, waitForLogProcessing } from "../core/fixtures/notifications.ts";

const relay = await TestRelay.start();
after(() => relay[Symbol.asyncDispose]());
const server = await startServer({ pushRelayUrl: relay.url }, { withJobs: true });
let count = 0;

/** Registers a phone for a user, and waits until the relay has accepted it. */
async function has(person: TestUser, kind: "apns" | "fcm" = "fcm"): Promise<Phone> {
  const phone = new Phone(String((count += 1)));
  const client = await person.registerQueue({ event_types: ["push_device"] });
  await person.callOrThrow("POST", "/mobile_push/register", phone.registration(relay, kind));
  for (;;) {
    const events = await client.poll({ block: true });
    if (events.some((event) => event.type === "push_device" && event.status === "active")) return phone;
  }
}

interface Push {
  readonly payload: { readonly push_account_id: number; readonly encrypted_data: string };
  readonly fcm_priority: string;
  readonly http_headers: { readonly apns_collapse_id?: string };
}

const pushesTo = (phone: Phone): Push[] =>
  relay
    .to("push/e2ee/notify")
    .flatMap(({ body }: RelayRequest) => body["push_requests"] as Push[])
    .filter(({ payload }) => String(payload.push_account_id) === phone.accountId);

/** Waits until a phone has received `least` notifications, and returns all of them decrypted. */
async function notificationsTo(phone: Phone, least: number) {
  await until(() => pushesTo(phone).length >= least);
  return pushesTo(phone).map(({ payload, fcm_priority: priority }) => ({
    ...phone.opens(payload.encrypted_data),
    priority,
  })) as Readonly<Record<string, unknown>>[];
}

test("a phone is notified of messages to its owner, and notifications are removed when the messages are read", async () => {
  const { hamlet, othello, host } = await createTestOrganization(server);
  const [phone, other] = [await has(othello), await has(hamlet)];
  const id = await hamlet.sendDirectMessage(othello, { content: "To be, **or not** to be" });
  const [notification] = await notificationsTo(phone, 1);
  const { time, sender_avatar_url: picture, ...rest } = notification ?? {};
  assert.deepEqual(rest, {
    type: "message",
    realm_url: `http://${host}`,
    realm_name: "Shakespeare",
    user_id: othello.id,
    sender_id: hamlet.id,
    sender_full_name: "King Hamlet",
    message_id: id,
    content: "To be, or not to be",
    recipient_type: "direct",
    priority: "high",
  });
  assert.ok(typeof time === "number" && URL.canParse(String(picture)));
  assert.ok(relay.requests.every(({ raw }) => !raw.includes("to be")));

  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  const [, removal] = await notificationsTo(phone, 2);
  assert.deepEqual([removal?.["type"], removal?.["message_ids"], removal?.["priority"]], ["remove", [id], "normal"]);
  assert.deepEqual(pushesTo(other), []);
});

test("the notification of a mention names the conversation", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const phone = await has(othello);
  const quietly = { send_new_subscription_messages: false };
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quietly);
  await hamlet.sendToChannel("elsinore", { topic: "ships", content: `@**${othello.fullName}**` });
  const [notification] = await notificationsTo(phone, 1);
  const { recipient_type, channel_id, channel_name, topic } = notification ?? {};
  assert.deepEqual([recipient_type, channel_id, channel_name, topic], ["channel", channel, "elsinore", "ships"]);
});

test("an active user's phone is not notified if the user's settings say so, and a notification is retried if the relay does not respond", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia } = realm;
  const [online, away] = [await has(othello), await has(cordelia)];
  await othello.callOrThrow("PATCH", "/settings", { enable_online_push_notifications: false });
  await setOnline(othello, server);
  relay.refusals.push("silent");
  await hamlet.sendDirectMessage([othello, cordelia]);
  await waitForLogProcessing(realm);
  const notification = await notificationsTo(away, 2);
  assert.equal(notification.length, 2, "the one that the relay did not answer, and the one that it did");
  assert.deepEqual(pushesTo(online), []);
});

test("a retry notifies only the phone that was not notified before, with the same collapse id", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const [well, busy] = [await has(othello, "apns"), await has(othello, "apns")];
  const devices = relay.served.filter(({ path }) => path === "push/e2ee/register").length;
  relay.unsent.add(devices);
  await hamlet.sendDirectMessage(othello);
  assert.equal((await notificationsTo(busy, 2)).length, 2);
  assert.equal(pushesTo(well).length, 1);
  const [first, second] = pushesTo(busy).map(({ http_headers }) => http_headers.apns_collapse_id);
  assert.ok(first);
  assert.equal(second, first);
  assert.notEqual(pushesTo(well)[0]?.http_headers.apns_collapse_id, first);
});

test("if a message is read while a phone is being notified, the notification is retracted afterwards", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const phone = await has(othello);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  relay.responseDelay = promise;
  const id = await hamlet.sendDirectMessage(othello);
  await notificationsTo(phone, 1);
  relay.responseDelay = null;
  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  assert.equal((await notificationsTo(phone, 2))[1]?.["type"], "remove");
  goOn();
  const { type, message_ids: ids } = (await notificationsTo(phone, 3))[2] ?? {};
  assert.deepEqual([type, ids], ["remove", [id]]);
});
