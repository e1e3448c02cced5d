import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, type TestUser, UserWithUserAgent, startServer, until } from "@parlance/testkit";
import { createWireAliases, noAliases, stockAliases, type WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { TestRelay } from "#modules/notifications/push-devices/fixtures/test-relay.ts";

const { prefix } = stockAliases;
const STOCK = `${prefix}Flutter/30.0.261+261 (Android 14)`;

type Body = Readonly<Record<string, unknown>>;

const android = (person: TestUser, token: string) =>
  person.callOrThrow("POST", "/users/me/android_gcm_reg_id", { token });
const iphone = (person: TestUser, token: string, appid: string) =>
  person.callOrThrow("POST", "/users/me/apns_device_token", { token, appid });

/** Returns the notifications for a user that the relay received. */
const notificationsFor = ({ id }: TestUser, relay: TestRelay): Body[] =>
  relay
    .to("push/notify")
    .map(({ body }) => body)
    .filter((body) => body["user_id"] === id);

/** Returns the names with a brand's prefix in a notification, for Android and for Apple phones. */
const brandsIn = ({ gcm_payload: google, apns_payload: apple }: Body) => [
  Object.keys(google as Body).find((name) => name.endsWith("_message_id")),
  Object.keys(apple as Body).find((name) => name !== "aps"),
];

const names = (brand: string) => [`${brand}_message_id`, brand];

async function serverWith(wireAliases: WireAliases) {
  const relay = await TestRelay.start();
  const server = await startServer({ pushRelayUrl: relay.url, wireAliases }, { withJobs: true });
  after(async () => {
    await server[Symbol.asyncDispose]();
    await relay[Symbol.asyncDispose]();
  });
  return { server, relay };
}

const usual = await serverWith(stockAliases);

const states: [name: string, aliases: WireAliases, brands: { stock: string; other: string }][] = [
  ["not set", stockAliases, { stock: prefix, other: "service" }],
  ["set to a prefix", createWireAliases("acme"), { stock: "acme", other: "acme" }],
  ["set to nothing", noAliases, { stock: "service", other: "service" }],
];
for (const [name, aliases, { stock, other }] of states) {
  test(`if the setting is ${name}, the field names of notifications contain ${stock} for stock clients and ${other} for other apps`, async () => {
    const { server, relay } = aliases === stockAliases ? usual : await serverWith(aliases);
    const { hamlet, othello, polonius, iago } = await createTestOrganization(server);
    // Apps for iPhones send an app id when they register; apps for Android do not.
    await android(new UserWithUserAgent(othello, STOCK), "stock");
    await iphone(polonius, "c0ffee", `org.${prefix}.Chat`);
    await android(iago, "other");
    for (const [person, brand] of [[othello, stock] as const, [polonius, stock] as const, [iago, other] as const]) {
      await hamlet.sendDirectMessage(person);
      const notification = await until(() => notificationsFor(person, relay)[0]);
      assert.deepEqual([brandsIn(notification), notification["only"]], [names(brand), undefined]);
      await person.callOrThrow("POST", "/mobile_push/test_notification");
      const tested = relay.to("push/test_notification").find(({ body }) => body["user_id"] === person.id);
      assert.equal(tested?.body["brand"], brand === "service" ? undefined : brand);
    }
  });
}

test("a user with apps of both brands gets one notification per app with its field names, even after a retry", async () => {
  const { hamlet, othello } = await createTestOrganization(usual.server);
  await android(new UserWithUserAgent(othello, STOCK), "stock");
  await android(othello, "other");
  usual.relay.plainReports.push({ unsent_devices: { apple_devices: [], android_devices: ["stock"] } });
  await hamlet.sendDirectMessage(othello);
  await until(() => notificationsFor(othello, usual.relay).length === 3);
  const received = notificationsFor(othello, usual.relay).map((body) => [brandsIn(body)[0], body["only"]]);
  const only = (token: string) => ({ apple_devices: [], android_devices: [token] });
  assert.deepEqual(received, [
    [`${prefix}_message_id`, only("stock")],
    ["service_message_id", only("other")],
    [`${prefix}_message_id`, only("stock")],
  ]);
});

test("the app that last registered a phone determines the field names", async () => {
  const { hamlet, othello } = await createTestOrganization(usual.server);
  const registered = [new UserWithUserAgent(othello, STOCK), othello];
  for (const [index, by] of registered.entries()) {
    await android(by, "phone");
    await hamlet.sendDirectMessage(othello);
    const notification = await until(() => notificationsFor(othello, usual.relay)[index]);
    assert.deepEqual(brandsIn(notification), names(index === 0 ? prefix : "service"));
  }
});
