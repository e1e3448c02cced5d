import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Browser, newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { opensClient, Screen } from "./fixtures/screen.ts";

const server = await startServer();

/** Browsers open six connections to one server. */
const TABS = 9;

/** Makes a page one that nobody sees, as far as it can tell; `shows` puts it in front. */
const HIDDEN = () => {
  let state = "hidden";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  Object.assign(globalThis, {
    show: () => {
      state = "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
};

/** The streams that a page has open. */
function streamsOf(page: Page): Set<unknown> {
  const open = new Set<unknown>();
  page.on("request", (request) => {
    if (request.url().includes("/events/stream")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

test(
  "many tabs of one person stay usable: those out of sight hold no connection",
  { skip: withoutBrowser },
  async () => {
    const realm = await newRealm(server);
    const { hamlet, cordelia } = realm;
    const channel = await hamlet.creates("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server);
    const front = await opensClient(browser, server, hamlet);
    await front.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const context = front.page.context();
    const others: { screen: Screen; streams: Set<unknown> }[] = [];
    for (let tab = 1; tab < TABS; tab += 1) {
      const page = await context.newPage();
      await page.addInitScript(HIDDEN);
      const streams = streamsOf(page);
      const screen = new Screen(page);
      await page.goto(front.page.url());
      await page.getByRole("heading", { level: 1 }).waitFor();
      others.push({ screen, streams });
    }
    assert.equal(
      others.reduce((sum, { streams }) => sum + streams.size, 0),
      0,
      "the first one hears for all",
    );
    await front.says("Who is there?");
    await front.sees("Who is there?");
    const last = others.at(-1);
    assert.ok(last);
    await last.screen.page.evaluate("show()");
    await last.screen.sees("Who is there?");
    await last.screen.says("Nay, answer me.");
    await front.sees("Nay, answer me.");
    assert.deepEqual([...front.complaints, ...last.screen.complaints], []);
  },
);
