// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs, SMALL } from "./fixtures/screen.ts";

const server = await testServer();

/**
 * Makes the page behave as in a browser whose on-screen keyboard covers part of the page. `height` is the height that
 * remains visible.
 */
function keyboardOf(height: number): void {
  let seenHeight: number | null = null;
  const seen = new EventTarget();
  // The sizes are getters because the page uses the layout for phones only after its viewport has been declared.
  Object.defineProperties(seen, {
    width: { get: () => innerWidth },
    height: { get: () => seenHeight ?? innerHeight },
    ...Object.fromEntries(["offsetTop", "offsetLeft", "pageTop", "pageLeft"].map((name) => [name, { value: 0 }])),
    scale: { value: 1 },
  });
  Object.defineProperty(window, "visualViewport", { value: seen });
  const fit = () => {
    const { activeElement } = document;
    const isField = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
    seenHeight = isField ? height : null;
    seen.dispatchEvent(new Event("resize"));
  };
  for (const change of ["focusin", "focusout"]) addEventListener(change, () => setTimeout(fit, 50));
}

/** Opens Hamlet's client on the smallest phone. `topic`: address of a topic longer than the screen and partly wider. */
async function onPhone(browser: Browser, seenHeight?: number) {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  const wide = `\`\`\`\n${"a long line ".repeat(20)}\n\`\`\``;
  for (let line = 1; line <= 12; line += 1) {
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: line === 9 ? wide : `Line ${line}` });
  }
  const screen = await openClientAs(browser, server, hamlet, SMALL);
  if (seenHeight !== undefined) {
    await screen.page.addInitScript(keyboardOf, seenHeight);
    await screen.page.reload();
  }
  return { screen, topic: `#narrow/channel/${channel}/topic/ghosts`, finger: screen.touch };
}

test("a swipe to the right goes back, and other gestures do not", { skip: withoutBrowser }, async () => {
  await using browser = await Browser.start(server);
  const { screen, finger, topic } = await onPhone(browser);
  const { page } = screen;
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await screen.press(page.getByRole("link", { name: /^Inbox/ }));
  await screen.press(page.getByRole("main").getByRole("link", { name: /ghosts/ }));
  await screen.waitForMessage("Line 12");
  await finger?.swipe({ x: 60, y: 300 }, { x: 100, y: 520 });
  await finger?.swipe({ x: 300, y: 300 }, { x: 60, y: 300 });
  const code = screen.page.locator("pre");
  await code.scrollIntoViewIfNeeded();
  await code.evaluate((element) => element.scrollTo({ left: 200 }));
  await (await code.elementHandle())?.waitForElementState("stable");
  const box = await code.boundingBox();
  assert.ok(box);
  await finger?.swipe({ x: 100, y: box.y + 10 }, { x: 300, y: box.y + 10 });
  await heading("ghosts").waitFor();
  await finger?.swipe({ x: 60, y: 90 }, { x: 260, y: 100 });
  await heading("Inbox").waitFor();

  const { origin } = new URL(page.url());
  await page.goto("about:blank");
  await page.goto(`${origin}/${topic}`);
  await screen.waitForMessage("Line 12");
  await finger?.swipe({ x: 60, y: 90 }, { x: 260, y: 100 });
  await heading("Conversations").waitFor({ state: "attached" });
  assert.deepEqual(screen.errors, []);
});

test(
  "while the on-screen keyboard is open, the composer is above it, and the messages in view stay in view",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, topic } = await onPhone(browser, 340);
    const { page } = screen;
    await screen.goTo(topic);
    await screen.waitForMessage("Line 12");
    await page.getByText("Line 12").last().waitFor();
    await screen.press(screen.composer);
    const stands = (what: string) =>
      page.waitForFunction((selector) => {
        const { bottom, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {
          bottom: 0,
          height: 0,
        };
        return height > 0 && bottom <= 340;
      }, what);
    await stands("[data-composer]");
    await screen.sendMessage("I am here.");
    await screen.waitForMessage("I am here.");
    await page.waitForFunction(() => {
      const last = [...document.querySelectorAll("article")].at(-1)?.getBoundingClientRect();
      return last !== undefined && last.bottom <= 340 && last.top >= 52;
    });
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA", "one writes on");
    await screen.goTo("#list");
    await screen.press(page.getByText("Jump to…"));
    await page.getByRole("combobox", { name: "Command palette" }).waitFor();
    await stands("[role=dialog]");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "a long press on a conversation in the inbox opens a menu to mark it as read, follow or mute it",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, finger } = await onPhone(browser);
    const { page } = screen;
    await screen.goTo("#inbox");
    const entry = page.getByRole("main").getByRole("link", { name: /ghosts/ });
    await finger?.longPress(entry);
    await screen.assertAccessible("menu");
    await screen.press(page.getByRole("menuitem", { name: "Follow topic" }));
    await page.getByLabel("Followed topic").waitFor();
    await finger?.longPress(entry);
    await screen.press(page.getByRole("menuitem", { name: "Mark as read" }));
    await page.getByText("You're all caught up.").waitFor();
    assert.ok(page.url().endsWith("#inbox"), "resting on a link is not pressing it");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "the client can be installed, and pulling a list beyond its end does not reload the page",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server, { isTrusting: true });
    const { screen } = await onPhone(browser);
    const { page } = screen;
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated" || undefined);
    const devtools = await page.context().newCDPSession(page);
    const { errors, data = "" } = await devtools.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { display, icons, start_url } = JSON.parse(data) as Readonly<Record<string, unknown>>;
    assert.deepEqual([display, start_url], ["standalone", "/"]);
    for (const { src } of icons as { src: string }[]) {
      const { ok } = await page.evaluate(async (url) => {
        const answer = await fetch(url);
        return { ok: answer.ok };
      }, src);
      assert.ok(ok, src);
    }
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY), "none");
    assert.deepEqual(screen.errors, []);
  },
);
