// Slow: starts browsers and waits for pages to render. Checks which parts of the page are rendered, and rendered again.
// If too much is rendered, nothing looks wrong, but the client becomes slower for all users.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

const CHANNELS = 150;

/**
 * Starts to record changes of the page. A change is recorded by the row of the sidebar, or the part of the page, in
 * which it occurs.
 */
const RECORD_CHANGES = () => {
  const page = globalThis as { changes?: Set<string> };
  const changes: Set<string> = (page.changes = new Set());
  const whereOf = (element: Element | null): string => {
    if (element?.closest("[data-composer]")) return "composer";
    const line = element?.closest("nav li");
    if (line) return line.querySelector("a, button")?.textContent.replace(/\d.*$/, "").trim() ?? "line";
    return element?.closest("nav, [role=log], main, head")?.tagName.toLowerCase() ?? "page";
  };
  new MutationObserver((records) => {
    for (const { target } of records) changes.add(whereOf(target instanceof Element ? target : target.parentElement));
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
};

const RECORDED_CHANGES = () => [...((globalThis as { changes?: Set<string> }).changes ?? [])];

test("if there are many channels, only those near the view are rendered, and the others once they are scrolled into view", async (t) => {
  if (withoutBrowser) return t.skip();
  const { hamlet, cordelia } = await createTestOrganization(server);
  const subscriptions = Array.from({ length: CHANNELS }, (_, nth) => ({ name: `hall ${nth + 1}` }));
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions });
  const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${castle}/topic/ghosts`);
  const lines = screen.page.locator("nav a", { hasText: /^hall/ });
  await lines.first().waitFor();
  const drawn = await lines.count();
  assert.ok(drawn < CHANNELS / 2, `${drawn} of ${CHANNELS} are drawn`);

  // Waits for tooltips and menus. Their code is loaded after the first screen, and their buttons are then rendered
  // again.
  await screen.button("Search in this view").hover();
  await screen.page.getByRole("tooltip").waitFor();
  await screen.composer.click();
  await screen.composer.press("a");
  await screen.page.evaluate(RECORD_CHANGES);
  await screen.composer.pressSequentially("lack, poor");
  assert.deepEqual(
    (await screen.page.evaluate(RECORDED_CHANGES)).filter((where) => where !== "composer"),
    [],
  );

  const hall = screen.page.getByRole("link", { name: "hall 2", exact: true });
  await cordelia.callOrThrow("POST", "/messages", {
    type: "stream",
    to: castle,
    topic: "crowns",
    content: "Remember me",
  });
  await screen.page.getByRole("link", { name: /^crowns/ }).waitFor();
  const changed = await screen.page.evaluate(RECORDED_CHANGES);
  assert.ok(changed.includes("castle"), "what has something new is drawn anew");
  assert.deepEqual(
    changed.filter((where) => where.startsWith("hall") || where === "log" || where === "main"),
    [],
  );
  assert.equal(await hall.count(), 1);

  const last = screen.page.getByRole("link", { name: `hall ${CHANNELS}`, exact: true });
  assert.equal(await last.count(), 0);
  await screen.page.getByRole("navigation").hover();
  await screen.page.mouse.wheel(0, 100_000);
  await last.waitFor();
  assert.deepEqual(screen.errors, []);
});
