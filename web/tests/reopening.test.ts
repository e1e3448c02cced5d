// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

test(
  "a page first shows its persisted state, without waiting for the server, and then updates it",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const channel = await realm.hamlet.createChannel("castle", [realm.hamlet, realm.cordelia]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, realm.hamlet);
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.sendMessage("Remember me");
    await screen.waitForMessage("Remember me");
    await screen.waitForPersisted("Remember me");

    const requested: string[] = [];
    screen.page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await realm.cordelia.callOrThrow("POST", "/messages", {
      type: "stream",
      to: channel,
      topic: "ghosts",
      content: "And me",
    });
    await screen.page.reload();
    await screen.waitForMessage("Remember me");
    await screen.waitForMessage("And me");
    assert.deepEqual(
      requested.filter((path) => path.endsWith("/register")),
      [],
      "the queue goes on where it was",
    );
  },
);

test("displayed messages stay visible while they are fetched again", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  const send = async (content: string) =>
    cordelia.callOrThrow("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content });
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await send("Remember me");
  await screen.waitForMessage("Remember me");
  const { position } = await screen.waitForPersisted("Remember me");

  // Delays the response until the test has checked what is displayed in the meantime.
  const requested = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  await screen.page.route("**/api/v1/messages?*", async (route) => {
    requested.resolve();
    await looked.promise;
    await route.continue();
  });
  await screen.request("DELETE", `events?queue_id=${position.queueId}`);
  await requested.promise;
  assert.equal(await screen.messages("Remember me").count(), 1);
  await send("Swear");
  await screen.waitForMessage("Swear");
  looked.resolve();
  await screen.waitForPersisted("Swear");
  assert.equal(await screen.page.locator("article").count(), 2);
  assert.deepEqual(screen.errors, []);
});

test("the client acknowledges events only after it has persisted their effect", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  const { position } = await screen.waitForPersisted();
  await cordelia.callOrThrow("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content: "Swear" });
  await screen.waitForMessage("Swear");

  const acknowledged = Promise.withResolvers<readonly [received: number, persisted: number]>();
  await screen.page.route("**/api/v1/events/stream?*", async (route) => {
    const lastReceived = Number(new URL(route.request().url()).searchParams.get("last_event_id"));
    const replica = await screen.waitForPersisted();
    acknowledged.resolve([lastReceived, replica.position.lastEventId]);
    await route.continue();
  });
  // Another reader of the same queue ends the event stream, so the page reconnects.
  const { queueId, lastEventId } = position;
  await screen.request("GET", `events?queue_id=${queueId}&last_event_id=${lastEventId}&dont_block=true`);
  const [received, persisted] = await acknowledged.promise;
  assert.ok(received > lastEventId, "it has been received");
  assert.ok(
    persisted >= received,
    `what came after ${persisted} would be lost to the next opening, and ${received} was acknowledged`,
  );
});

test("after logging out, no data is left in the browser", { skip: withoutBrowser }, async () => {
  const realm = await createTestOrganization(server);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, realm.hamlet);
  await screen.waitForPersisted();
  await screen.button("Shakespeare Organization menu").click();
  await screen.page.getByRole("menuitem", { name: "Log out" }).click();
  await screen.page.getByRole("link", { name: "Log in" }).waitFor();
  assert.deepEqual(await screen.page.evaluate("indexedDB.databases()"), []);
  assert.deepEqual(await screen.page.evaluate("Object.keys(localStorage)"), []);
});
