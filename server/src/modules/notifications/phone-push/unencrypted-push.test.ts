import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, type TestUser, startServer, until } from "@parlance/testkit";
import { TestRelay } from "#modules/notifications/push-devices/fixtures/test-relay.ts";

const relay = await TestRelay.start();
const server = await startServer({ pushRelayUrl: relay.url }, { withJobs: true });
after(async () => {
  await server[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

type Body = Readonly<Record<string, unknown>>;

interface Notice {
  readonly user_id: number;
  readonly apns_payload: Body;
  readonly gcm_payload: Body;
  readonly gcm_options: Body;
  readonly apns_collapse_id: string;
  readonly only?: Body;
}

const has = (person: TestUser, token = "c0ffee") =>
  person.callOrThrow("POST", "/users/me/apns_device_token", { token, appid: "org.example.chat" });

const noticesFor = (person: TestUser): Notice[] =>
  relay
    .to("push/notify")
    .map(({ body }) => body as unknown as Notice)
    .filter(({ user_id: id }) => id === person.id);

/** Waits until a user's phones without encryption keys have received `least` notifications, and returns all of them. */
async function notificationsTo(person: TestUser, least: number): Promise<Notice[]> {
  await until(() => noticesFor(person).length >= least);
  return noticesFor(person);
}

/** Returns the alert that an Apple phone shows. */
function alertOf(notice: Notice | undefined): Body {
  assert.ok(notice);
  return (notice.apns_payload["aps"] as { readonly alert: Body }).alert;
}

const quietly = { send_new_subscription_messages: false };

test("a phone without encryption keys is notified in its platform's format, and the notification is removed when the message is read", async () => {
  const { hamlet, othello, host, realmId } = await createTestOrganization(server);
  await has(othello);
  const id = await hamlet.sendDirectMessage(othello, { content: "To be, **or not** to be" });
  const [notification] = await notificationsTo(othello, 1);
  const { time, sender_avatar_url: picture, sender_email: email, ...rest } = notification?.gcm_payload ?? {};
  const url = `http://${host}`;
  const base = { realm_uri: url, realm_url: url, realm_name: "Shakespeare", user_id: othello.id };
  const message = {
    sender_id: hamlet.id,
    sender_full_name: "King Hamlet",
    recipient_type: "private",
    event: "message",
    service_message_id: id,
    content: "To be, or not to be",
  };
  assert.deepEqual(rest, { server: host, realm_id: realmId, ...base, ...message });
  assert.match(String(email), /@/);
  assert.ok(typeof time === "number" && URL.canParse(String(picture)));
  assert.deepEqual(notification?.gcm_options, { priority: "high" });
  assert.deepEqual(notification?.apns_payload, {
    aps: { alert: { title: "King Hamlet", subtitle: "", body: "To be, or not to be" }, sound: "default", badge: 0 },
    service: { ...base, ...message, sender_email: email, time, sender_avatar_url: picture, message_ids: [id] },
  });

  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  const [, removal] = await notificationsTo(othello, 2);
  assert.deepEqual(removal?.gcm_payload, {
    server: host,
    realm_id: realmId,
    ...base,
    event: "remove",
    service_message_ids: String(id),
  });
  assert.deepEqual(removal?.apns_payload, {
    aps: { badge: 0 },
    service: { ...base, event: "remove", service_message_ids: String(id) },
  });
  assert.deepEqual(removal?.gcm_options, { priority: "normal" });
  assert.notEqual(notification?.apns_collapse_id, removal?.apns_collapse_id);
});

test("the title of a notification names the conversation, and the subtitle the sender and the reason", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization(server);
  await has(othello);
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quietly);
  const { group_id: groupId } = await hamlet.callOrThrow("POST", "/user_groups/create", {
    name: "guards",
    description: "",
    members: [othello.id],
  });
  const alerts: Body[] = [];
  const writes = async (send: () => Promise<unknown>) => {
    await send();
    const notification = (await notificationsTo(othello, alerts.length + 1)).at(-1);
    alerts.push(alertOf(notification));
    return notification?.gcm_payload ?? {};
  };
  const place = await writes(() =>
    hamlet.sendToChannel("elsinore", { topic: "ships", content: `@**${othello.fullName}**` }),
  );
  assert.deepEqual(
    [place["recipient_type"], place["stream"], place["stream_id"], place["topic"]],
    ["stream", "elsinore", channel, "ships"],
  );
  await writes(() => hamlet.sendToChannel("elsinore", { topic: "ships", content: "@**all**" }));
  const group = await writes(() => hamlet.sendToChannel("elsinore", { topic: "ships", content: "@*guards*" }));
  assert.equal(group["mentioned_user_group_name"], "guards");
  assert.equal(group["mentioned_user_group_id"], groupId);
  const many = await writes(() => hamlet.sendDirectMessage([othello, cordelia], { content: "to both" }));
  const all = [hamlet, othello, cordelia].map(({ id }) => id).toSorted((one, other) => one - other);
  assert.equal(many["pm_users"], all.join());
  const names = [hamlet, cordelia].toSorted((one, other) => one.id - other.id).map(({ fullName }) => fullName);
  assert.deepEqual(
    alerts.map(({ title, subtitle }) => [title, subtitle]),
    [
      ["#elsinore > ships", "King Hamlet mentioned you:"],
      ["#elsinore > ships", "King Hamlet mentioned everyone:"],
      ["#elsinore > ships", "King Hamlet mentioned @guards:"],
      [names.join(", "), "King Hamlet:"],
    ],
  );
});

test("if an organization requires encryption, a phone without encryption keys gets only a notification without content", async () => {
  const { hamlet, othello, desdemona } = await createTestOrganization(server);
  await desdemona.callOrThrow("PATCH", "/realm", { require_e2ee_push_notifications: true });
  await has(othello);
  await hamlet.createChannel("elsinore", [hamlet, othello], quietly);
  await hamlet.sendToChannel("elsinore", { topic: "poison", content: `a secret for @**${othello.fullName}**` });
  const [notification] = await notificationsTo(othello, 1);
  assert.deepEqual(alertOf(notification), { title: "New message" });
  assert.equal(notification?.gcm_payload["content"], "New message");
  const passedOn = JSON.stringify(notification);
  for (const text of ["secret", "poison", "elsinore", "Hamlet", hamlet.email])
    assert.ok(!passedOn.includes(text), text);
});

test("a retry notifies only phones that were not notified before and still exist", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  for (const token of ["c0ffee", "decade", "facade"]) await has(othello, token);
  relay.plainReports.push({
    deleted_devices: { apple_devices: ["decade"], android_devices: [] },
    unsent_devices: { apple_devices: ["facade"], android_devices: [] },
  });
  await hamlet.sendDirectMessage(othello);
  const [first, second] = await notificationsTo(othello, 2);
  assert.equal(first?.only, undefined);
  assert.deepEqual(second?.only, { apple_devices: ["facade"], android_devices: [] });
  assert.equal(second?.apns_collapse_id, first?.apns_collapse_id);
  const deleteToken = (token: string) => othello.delete("/users/me/apns_device_token", { token });
  assert.equal((await deleteToken("decade")).msg, "Token does not exist");
  assert.equal((await deleteToken("facade")).result, "success");
});
