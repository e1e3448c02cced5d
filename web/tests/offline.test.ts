// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, type TestUser, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

const SPEAK = { topic: "ghosts", content: "Speak" };

/** Opens Hamlet's client at a channel that contains messages from Cordelia. */
async function hamletReads(browser: Browser, written: readonly { readonly topic: string; readonly content: string }[]) {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  for (const message of written) await cordelia.sendToChannel(channel, message);
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}`);
  return { screen, page: screen.page, channel, cordelia };
}

/** Returns the number of messages with this text that the server returns to a user. */
async function countMessages(person: TestUser, text: string): Promise<number> {
  const page = { anchor: "newest", num_before: 50, num_after: 0, apply_markdown: false } as const;
  const { messages } = await person.callOrThrow("GET", "/messages", page);
  return messages.filter(({ content }) => content === text).length;
}

/** Makes the page lose the responses to the first three messages that it sends. */
const LOSE_RESPONSES = () => {
  const reach = globalThis.fetch.bind(globalThis);
  const losses = { lost: 0 };
  Object.defineProperty(globalThis, "lost", { get: () => losses.lost });
  globalThis.fetch = async (input, init) => {
    const answer = await reach(input, init);
    if (init?.method !== "POST" || input !== "/api/v1/messages" || losses.lost === 3) return answer;
    losses.lost += 1;
    throw new TypeError("Failed to fetch");
  };
};

test(
  "without a network, loaded messages can be read and searched, and new messages wait and are sent only once",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, page, channel, cordelia } = await hamletReads(browser, [
      { topic: "ghosts", content: "Remember me" },
      { topic: "skulls", content: "Alas, **poor** Yorick & co" },
    ]);
    await screen.waitForMessage("Yorick");

    await page.context().setOffline(true);
    const requested: string[] = [];
    page.on("request", (request) => void (request.url().includes("/messages?") && requested.push(request.url())));
    await screen.goTo(`#narrow/channel/${channel}/topic/skulls`);
    await screen.waitForMessage("Yorick");
    await page.getByText("Only messages saved on this device are shown.").waitFor();
    assert.equal(await screen.messages("Remember me").count(), 0);
    await screen.goTo("#narrow/search/POOR.20.22yorick.20.26.22");
    await screen.waitForMessage("Yorick");
    await screen.goTo("#narrow/search/horatio");
    await page.getByText("Couldn't load messages").waitFor();

    await screen.goTo(`#narrow/channel/${channel}/topic/never.20seen`);
    await screen.sendMessage("I knew him");
    await screen.waitForMessage("I knew him");
    const bar = page.getByRole("status").filter({ hasText: "You're offline. Last updated" });
    await bar.getByText("1 message is waiting to be sent.").waitFor();
    assert.ok(requested.length < 20, `${requested.length} requests for messages without a network`);

    await page.context().setOffline(false);
    await screen.waitForSentMessage("I knew him");
    await bar.waitFor({ state: "detached" });
    assert.equal(await countMessages(cordelia, "I knew him"), 1);
    assert.equal(await screen.messages("I knew him").count(), 1);
    await screen.goTo("#narrow/search/yorick");
    await screen.waitForMessage("Yorick");
    await page.getByText("Only messages saved on this device are shown.").waitFor({ state: "detached" });
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "if the network is slow, or is interrupted while messages are sent, no message is lost or sent twice",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, page, channel, cordelia } = await hamletReads(browser, [SPEAK]);
    await screen.waitForMessage("Speak");

    // Loaded messages are shown before the response is received.
    const requested = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    await page.route("**/api/v1/messages?*", async (route) => {
      requested.resolve();
      await looked.promise;
      await route.continue();
    });
    await screen.goTo("#narrow/search/speak");
    await requested.promise;
    await screen.waitForMessage("Speak");
    looked.resolve();
    await page.getByText("Only messages saved on this device are shown.").waitFor({ state: "detached" });
    await screen.waitForMessage("Speak");

    // The server receives the messages, but its responses are lost.
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await page.evaluate(LOSE_RESPONSES);
    const contents = ["Mark me", "My hour is almost come", "Lend thy serious hearing"];
    for (const text of contents) await screen.sendMessage(text);
    for (const text of contents) await screen.waitForSentMessage(text);
    for (const text of contents) {
      assert.equal(await countMessages(cordelia, text), 1, text);
      assert.equal(await screen.messages(text).count(), 1, text);
    }
    assert.equal(await page.evaluate("lost"), 3);
    assert.deepEqual(screen.errors, []);
  },
);

test('a failed fetch is repeated when the user clicks "Try again"', { skip: withoutBrowser }, async () => {
  await using browser = await Browser.start(server);
  const { screen, page } = await hamletReads(browser, [SPEAK]);
  await screen.waitForMessage("Speak");
  const pages = "**/api/v1/messages?*";
  await page.route(pages, async (route) => route.abort());
  await screen.goTo("#narrow/search/speak");
  const bar = page.getByRole("status").filter({ hasText: "Only messages saved on this device are shown." });
  const again = bar.getByRole("button", { name: "Try again" });
  await again.click();
  await again.waitFor();
  await screen.waitForMessage("Speak");
  await screen.assertAccessible();
  await page.unroute(pages);
  // The client may also repeat the fetch itself, if it finds out first that the server is reachable again.
  const isThere = bar.waitFor({ state: "detached" });
  await Promise.any([again.click(), isThere]);
  await isThere;
  await screen.waitForMessage("Speak");
});
