// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, newRealm, testServer, withoutBrowser } from "@parlance/testkit";
import { opensClient } from "./fixtures/screen.ts";

const server = await testServer();

test("what was there shows again before the server is asked, and then goes on", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet, realm.cordelia]);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.says("Remember me");
  await screen.sees("Remember me");
  await screen.isKept("Remember me");

  const asked: string[] = [];
  screen.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await realm.cordelia.does("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content: "And me" });
  await screen.page.reload();
  await screen.sees("Remember me");
  await screen.sees("And me");
  assert.deepEqual(
    asked.filter((path) => path.endsWith("/register")),
    [],
    "the queue goes on where it was",
  );
});

test("what is on the screen stays there while it is asked for anew", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await newRealm(server);
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  const says = async (content: string) =>
    cordelia.does("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content });
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await says("Remember me");
  await screen.sees("Remember me");
  const { position } = await screen.isKept("Remember me");

  // The answer waits until what is shown meanwhile has been looked at.
  const asked = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  await screen.page.route("**/api/v1/messages?*", async (route) => {
    asked.resolve();
    await looked.promise;
    await route.continue();
  });
  await screen.asks("DELETE", `events?queue_id=${position.queueId}`);
  await asked.promise;
  assert.equal(await screen.messages("Remember me").count(), 1);
  await says("Swear");
  await screen.sees("Swear");
  looked.resolve();
  await screen.isKept("Swear");
  assert.equal(await screen.page.locator("article").count(), 2);
  assert.deepEqual(screen.complaints, []);
});

test("the server hears that something was received only once it is kept", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await newRealm(server);
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  const { position } = await screen.isKept();
  await cordelia.does("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content: "Swear" });
  await screen.sees("Swear");

  const acknowledged = Promise.withResolvers<readonly [told: number, kept: number]>();
  await screen.page.route("**/api/v1/events/stream?*", async (route) => {
    const told = Number(new URL(route.request().url()).searchParams.get("last_event_id"));
    const kept = await screen.isKept();
    acknowledged.resolve([told, kept.position.lastEventId]);
    await route.continue();
  });
  // Another reader ends the stream, and the page comes again.
  const { queueId, lastEventId } = position;
  await screen.asks("GET", `events?queue_id=${queueId}&last_event_id=${lastEventId}&dont_block=true`);
  const [told, kept] = await acknowledged.promise;
  assert.ok(told > lastEventId, "it has been received");
  assert.ok(kept >= told, `what came after ${kept} would be lost to the next opening, and ${told} was acknowledged`);
});

test("who signs out leaves nothing behind in the browser", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet);
  await screen.isKept();
  await screen.button("Shakespeare Organization menu").click();
  await screen.page.getByRole("menuitem", { name: "Sign out" }).click();
  await screen.page.getByRole("link", { name: "Log in" }).waitFor();
  assert.deepEqual(await screen.page.evaluate("indexedDB.databases()"), []);
  assert.deepEqual(await screen.page.evaluate("Object.keys(localStorage)"), []);
});
