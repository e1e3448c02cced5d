// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Browser, createTestOrganization, testServer, until, withoutBrowser } from "@parlance/testkit";
import { openClientAs, Screen } from "./fixtures/screen.ts";

const server = await testServer();

/** Number of tabs. It is larger than the number of connections that browsers open to one server, which is six. */
const TABS = 8;

/** Makes a page behave as if it were hidden. The function `show`, which this adds to the page, makes it visible. */
const HIDE_PAGE = () => {
  let state = "hidden";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  Object.assign(globalThis, {
    show: () => {
      state = "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
};

/** The event streams that are open, each with its page, and the number of register requests. */
class Connections {
  readonly streams = new Map<unknown, Page>();
  registrations = 0;

  watch(page: Page): void {
    page.on("request", (request) => {
      if (request.url().includes("/events/stream")) this.streams.set(request, page);
      if (request.url().endsWith("/register")) this.registrations += 1;
    });
    page.on("requestfinished", (request) => this.streams.delete(request));
    page.on("requestfailed", (request) => this.streams.delete(request));
  }

  /** Waits until a page has opened an event stream. Returns the page. */
  holder(): Promise<Page> {
    return until(() => this.streams.values().next().value);
  }

  forget(page: Page): void {
    for (const [request, one] of this.streams) if (one === page) this.streams.delete(request);
  }
}

test(
  "many tabs of a user share one event stream, and if the tab that holds it is closed, another tab opens one",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    const send = async (content: string) =>
      cordelia.callOrThrow("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content });
    await using browser = await Browser.start(server, { isTrusting: true });
    const front = await openClientAs(browser, server, hamlet);
    await front.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await send("Who is there?");
    await front.waitForMessage("Who is there?");
    await front.waitForPersisted("Who is there?");

    const connections = new Connections();
    let screens = [front];
    connections.watch(front.page);
    await front.page.reload();
    for (let tab = 1; tab < TABS; tab += 1) {
      const page = await front.page.context().newPage();
      connections.watch(page);
      screens.push(new Screen(page));
      await page.goto(front.page.url());
    }
    const seenByAll = async (text: string) => {
      await send(text);
      await Promise.all(screens.map(async (screen) => screen.waitForMessage(text)));
      assert.equal(connections.streams.size, 1);
      assert.equal(connections.registrations, 0);
    };
    await seenByAll("Nay, answer me.");

    for (const [end, text] of [
      ["close", "Stand, and unfold yourself."],
      ["crash", "Long live the king!"],
    ] as const) {
      const leader = await connections.holder();
      screens = screens.filter(({ page }) => page !== leader);
      connections.forget(leader);
      if (end === "close") await leader.close();
      else await leader.goto("chrome://crash").catch(() => undefined);
      connections.forget(leader);
      await connections.holder();
      await seenByAll(text);
    }
    const last = screens.at(-1);
    await last?.sendMessage("Bernardo?");
    await Promise.all(screens.map(async (screen) => screen.waitForMessage("Bernardo?")));
    for (const { page, errors } of screens) {
      assert.deepEqual(errors, []);
      assert.equal(await page.locator("article").count(), 5);
    }
  },
);

test(
  "if pages cannot share an event stream, hidden pages hold no connection, and no page disturbs the others",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server);
    const front = await openClientAs(browser, server, hamlet);
    await front.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const connections = new Connections();
    const others: Screen[] = [];
    for (let tab = 1; tab < TABS; tab += 1) {
      const page = await front.page.context().newPage();
      await page.addInitScript(HIDE_PAGE);
      connections.watch(page);
      others.push(new Screen(page));
      await page.goto(front.page.url());
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    assert.equal(connections.streams.size, 0);
    await front.sendMessage("Who is there?");
    await front.waitForMessage("Who is there?");
    const last = others.at(-1);
    assert.ok(last);
    await last.page.evaluate("show()");
    await last.waitForMessage("Who is there?");
    await last.sendMessage("Nay, answer me.");
    await front.waitForMessage("Nay, answer me.");
    assert.deepEqual([...front.errors, ...last.errors], []);
  },
);

test(
  "a hidden page shows new unread counts in its title, and shows the messages when it becomes visible again",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("Who is there?");
    for (;;) {
      const { messages } = await hamlet.callOrThrow("GET", "/messages", {
        anchor: "newest",
        num_before: 1,
        num_after: 0,
      });
      if (messages[0]?.flags.includes("read")) break;
    }
    await page.evaluate(HIDE_PAGE);
    const contents = ["Nay, answer me.", "Stand, and unfold yourself."];
    for (const content of contents) await cordelia.sendToChannel(channel, { topic: "ghosts", content });
    await page.waitForFunction(() => document.title.startsWith("(2)"));
    assert.equal(await page.locator("article").count(), 1);
    await page.evaluate("show()");
    for (const content of contents) await screen.waitForMessage(content);
    await page.waitForFunction(() => !document.title.startsWith("("));
    assert.deepEqual(screen.errors, []);
  },
);

test("a page that is opened in the background can show notifications", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  await using browser = await Browser.start(server);
  const front = await openClientAs(browser, server, hamlet);
  const page = await front.page.context().newPage();
  await page.addInitScript(HIDE_PAGE);
  await page.addInitScript(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  const notices = page.waitForRequest(/\/assets\/start-notifications-/);
  await page.goto(front.page.url());
  await notices;
});
