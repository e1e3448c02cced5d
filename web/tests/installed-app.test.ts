// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { Browser, createTestOrganization, ServerProcess, startServer, withoutBrowser } from "@parlance/testkit";
import { FakeBrowser, PushService } from "@parlance/server/modules/notifications/browser-push/fixtures/push-service.ts";
import { signInAsDemoUser } from "./fixtures/sign-in-as-demo-user.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";
import { waitForNotifications } from "./fixtures/shown-notifications.ts";

const service = new PushService();
await service.open();
after(() => service[Symbol.asyncDispose]());
const server = await startServer({ linkPreviewInternalHosts: [service.host] }, { withJobs: true });

/** Waits until the page is controlled by a service worker. */
const worker = async (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated" || undefined);

async function allows(screen: Screen): Promise<void> {
  const { origin } = new URL(screen.page.url());
  await screen.page.context().grantPermissions(["notifications"], { origin });
}

test(
  "while the server is down, the client opens with its persisted state, and it sends messages once the server is back",
  { skip: withoutBrowser },
  async () => {
    await using process = await ServerProcess.start();
    await using browser = await Browser.start(process);
    const screen = await signInAsDemoUser(browser, process, "owner");
    await screen.goTo("#narrow/channel/2/topic/deploys");
    await screen.waitForMessage("Nicely done");
    await worker(screen.page);
    await screen.waitForPersisted("Nicely done");
    await process.kill({ database: false });
    await screen.page.reload();
    await screen.waitForMessage("Nicely done");
    await screen.page.getByRole("status").getByText("You're offline").waitFor();
    await screen.goTo("#settings/appearance");
    await screen.page.getByText("Home view", { exact: true }).waitFor();
    await screen.goTo("#narrow/channel/2/topic/deploys");
    await screen.sendMessage("Written in the dark.");
    await screen.waitForMessage("Written in the dark.");
    await process.restart();
    await screen.waitForSentMessage("Written in the dark.");
    assert.equal(await screen.messages("Written in the dark.").count(), 1);
  },
);

test("after logging out, the browser has no data of the user", { skip: withoutBrowser }, async () => {
  const realm = await createTestOrganization(server);
  await using browser = await Browser.start(server, { isTrusting: true });
  const screen = await openClientAs(browser, server, realm.hamlet);
  const { page } = screen;
  await worker(page);
  await page.waitForFunction(async () => ((await caches.match("/")) ? true : undefined));
  await page.getByRole("button", { name: /^King Hamlet/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("link", { name: "Log in" }).waitFor();
  assert.equal(await page.evaluate(async () => (await caches.match("/")) === undefined), true);
  assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
});

test(
  "there are notifications for messages that are not in view, grouped by conversation, until the messages are read here or elsewhere",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia } = realm;
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server, { isTrusting: true });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await allows(screen);
    await worker(page);
    const first = await cordelia.sendDirectMessage(hamlet, { content: "Are you **there**?" });
    await waitForNotifications(page, ["Cordelia: Are you there?"]);
    const second = await cordelia.sendDirectMessage(hamlet, { content: "Hello?" });
    await waitForNotifications(page, ["Cordelia (2): Hello?"]);
    // The page receives all events at once. The mention makes the user follow the topic; this must not cause a
    // notification for the earlier message.
    await page.context().setOffline(true);
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Nobody is meant." });
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "@**King Hamlet**, boo" });
    await page.context().setOffline(false);
    await waitForNotifications(page, ["#castle › ghosts: Cordelia: @King Hamlet, boo", "Cordelia (2): Hello?"]);
    await hamlet.callOrThrow("POST", "/messages/flags", { messages: [first, second], op: "add", flag: "read" });
    await waitForNotifications(page, ["#castle › ghosts: Cordelia: @King Hamlet, boo"]);

    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("boo");
    await waitForNotifications(page, []);
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "@**King Hamlet**, look here" });
    await screen.waitForMessage("look here");
    await screen.goTo("#settings/notifications");
    await page.getByRole("button", { name: "Turn on Do not disturb" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "For 1 hour" }).click();
    await page.getByText("On until").waitFor();
    await cordelia.sendDirectMessage(hamlet, { content: "Psst" });
    await page.getByRole("link", { name: /Cordelia/ }).waitFor();
    await page.getByRole("button", { name: "Turn off Do not disturb" }).click();
    await page.getByRole("button", { name: "Turn on Do not disturb" }).waitFor();
    await cordelia.sendDirectMessage(hamlet, { content: "Now?" });
    await waitForNotifications(page, ["Cordelia: Now?"]);
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "push notifications are shown while no page of the client is open, once per message, and closed once the messages are read",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia } = realm;
    const id = await cordelia.sendDirectMessage(hamlet, { content: "Are you there?" });
    await using browser = await Browser.start(server, { isTrusting: true });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await allows(screen);
    await worker(page);
    const { origin } = new URL(page.url());
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [one] = registrations;
        if (one) resolve(one.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    const notice = {
      type: "message",
      message_id: id,
      title: "Cordelia",
      body: "Are you there?",
      url: `${origin}/#narrow/dm/${cordelia.id}-dm/near/${id}`,
      tag: `message-${id}`,
      time: 1_700_000_000,
    };
    const registrationId = await registered;
    // Opens a page of the server that does not belong to the client.
    await page.goto(`${origin}/files.json`);
    const data = JSON.stringify(notice);
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await waitForNotifications(page, ["Cordelia: Are you there?"]);
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await waitForNotifications(page, ["Cordelia: Are you there?"]);
    const next = { ...notice, message_id: id + 1, body: "Still?", read_ids: [id] };
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(next) });
    await waitForNotifications(page, ["Cordelia: Still?"]);
    await hamlet.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
    const last = { ...next, message_id: id + 2, body: "Elsewhere", url: `${origin}/#narrow/near/${id + 2}` };
    const data3 = JSON.stringify({ ...last, read_ids: [id, id + 1] });
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: data3 });
    await waitForNotifications(page, ["Cordelia: Elsewhere"]);
    // Opening the client closes the notifications of messages that have already been read.
    await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await waitForNotifications(page, ["Cordelia: Are you there?", "Cordelia: Elsewhere"]);
    await page.goto(origin);
    await waitForNotifications(page, ["Cordelia: Elsewhere"]);
  },
);

/** Replaces the browser's push service in the page. The subscription has the given endpoint and keys. */
function subscribeAs(webPushSubscription: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  const subscription = {
    endpoint: webPushSubscription.endpoint,
    toJSON: () => webPushSubscription,
    unsubscribe: async () => sessionStorage.removeItem("signed up"),
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (sessionStorage.getItem("signed up") ? subscription : null),
    async subscribe() {
      sessionStorage.setItem("signed up", "yes");
      return subscription;
    },
  });
}

test(
  "a browser subscribes to push notifications, and logging out ends the subscription",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    await using browser = await Browser.start(server, { isTrusting: true });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const maker = new FakeBrowser();
    const endpoint = `http://${service.host}/installed`;
    await page.addInitScript(subscribeAs, { endpoint, keys: maker.keys });
    await allows(screen);
    await worker(page);
    await screen.goTo("#settings/notifications");
    await page.reload();
    await page.getByRole("checkbox", { name: /^Notify me when I'm not active/ }).press("Space");
    await page.getByRole("checkbox", { name: /^Notify me when I'm not active/, checked: true }).waitFor();
    await screen.assertAccessible();
    await hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: false });
    await page.goto("about:blank");
    const id = await cordelia.sendDirectMessage(hamlet, { content: "To be told" });
    const [pushed] = await service.of("/installed");
    assert.ok(pushed);
    assert.equal(maker.reads(pushed)["message_id"], id);

    // If the server has lost the subscription, the client renews it when a page is opened.
    await hamlet.callOrThrow("DELETE", "/users/me/browser_push", { endpoint });
    const renewed = page.waitForResponse(
      (answer) => answer.url().endsWith("/users/me/browser_push") && answer.request().method() === "POST",
    );
    await page.goto(`http://${hamlet.site.host}/`);
    assert.equal((await renewed).status(), 200);
    await page.getByRole("button", { name: /^King Hamlet/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("link", { name: "Log in" }).waitFor();
    assert.equal(
      (await hamlet.delete("/users/me/browser_push", { endpoint })).msg,
      "This browser is not registered for notifications",
    );
  },
);

test(
  "if the browser's push endpoint changes, the service worker registers the new one with the server",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    await using browser = await Browser.start(server, { isTrusting: true });
    const { page } = await openClientAs(browser, server, hamlet);
    await worker(page);
    const [running] = page.context().serviceWorkers();
    const endpoint = `http://${service.host}/moved`;
    await running?.evaluate(
      (webPushSubscription) => {
        Object.assign(PushManager.prototype, { subscribe: async () => ({ toJSON: () => webPushSubscription }) });
        const EventOfWorker = Reflect.get(globalThis, "ExtendableEvent") as typeof Event;
        dispatchEvent(new EventOfWorker("pushsubscriptionchange"));
      },
      { endpoint, keys: new FakeBrowser().keys },
    );
    while ((await hamlet.delete("/users/me/browser_push", { endpoint })).result === "error") continue;
  },
);
