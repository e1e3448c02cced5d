// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { NARROW, openClientAs, type Screen, WIDE } from "./fixtures/screen.ts";

const server = await testServer();

const HEBREW = "שלום לכולם";

/** Opens Hamlet's client, with English and Hebrew texts. `places`: addresses of screens to visit. */
async function opened(browser: Browser, look = WIDE) {
  const { hamlet, cordelia } = await createTestOrganization(server);
  await cordelia.callOrThrow("PATCH", "/settings", { full_name: "קורדליה" });
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await cordelia.sendToChannel(channel, { topic: "ghosts", content: `Who is there?\n\n${HEBREW}` });
  await cordelia.sendDirectMessage(hamlet, { content: HEBREW });
  const screen = await openClientAs(browser, server, hamlet, look);
  const topic = `#narrow/channel/${channel}/topic/ghosts`;
  return { screen, topic, places: ["#inbox", "#recent", topic, "#settings/appearance", `#channels/${channel}`] };
}

async function visits(screen: Screen, place: string): Promise<void> {
  await screen.goTo(place);
  await screen.page.locator("h1").first().waitFor({ state: "attached" });
  await screen.page.locator("[aria-busy]").waitFor({ state: "detached" });
}

/**
 * Evaluated in the page. Returns true if elements are selected, and each of them has another background than an element
 * next to it that is not selected.
 */
const IS_SELECTION_VISIBLE = () => {
  const looksOf = (element: Element) => getComputedStyle(element).backgroundColor;
  const chosen = [...document.querySelectorAll("[aria-current=page], [aria-checked=true][role=radio]")];
  const isIndicated = (one: Element) => {
    const others = one.parentElement?.closest("ul, nav, [role=radiogroup]")?.querySelectorAll("a, [role=radio]");
    const other = [...(others ?? [])].find((element) => !element.matches("[aria-current=page], [aria-checked=true]"));
    return other !== undefined && looksOf(other) !== looksOf(one);
  };
  return chosen.length > 0 && chosen.every(isIndicated);
};

test(
  "the system's preferences for reduced motion and more contrast are respected",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, places } = await opened(browser);
    const { page } = screen;
    await page.emulateMedia({ reducedMotion: "reduce", contrast: "more" });
    for (const place of places) {
      await visits(screen, place);
      const moving = await page.evaluate(
        () =>
          [...document.querySelectorAll("*")].filter((element) => {
            const { animationDuration, transitionDuration, animationIterationCount } = getComputedStyle(element);
            const isLong = [animationDuration, transitionDuration].some((time) => Number.parseFloat(time) > 0.001);
            return isLong || animationIterationCount === "infinite";
          }).length,
      );
      assert.equal(moving, 0, place);
      for (const colorScheme of ["light", "dark"] as const) {
        await screen.setColorScheme(colorScheme);
        await screen.assertAccessible(`${place} ${colorScheme}`, { "color-contrast-enhanced": true });
      }
    }
    await page.emulateMedia({ forcedColors: "active" });
    for (const place of places) {
      await visits(screen, place);
      // Waits, because the screen may still be loading.
      const isIndicated = page.waitForFunction(IS_SELECTION_VISIBLE);
      await isIndicated.catch(() => assert.fail(`selection cannot be recognized in forced colors: ${place}`));
      // Contrast is not checked, because the colors are those of the system.
      await screen.assertAccessible(`${place} forced colours`, { "color-contrast": false });
    }
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "text of double size fits, no matter if it is enlarged by the browser's font size or by zooming",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    for (const look of [WIDE, NARROW]) {
      const { screen, places } = await opened(browser, look);
      const { page } = screen;
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontSize), "30px");
      for (const place of places) {
        await visits(screen, place);
        await screen.assertAccessible(`${place} with large text`);
      }
      assert.deepEqual(screen.errors, []);
    }
    const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
    const { screen, places } = await opened(browser, zoomed);
    for (const place of places) {
      await visits(screen, place);
      await screen.assertAccessible(`${place} enlarged`);
    }
  },
);

test("right-to-left text is displayed from right to left everywhere", { skip: withoutBrowser }, async () => {
  await using browser = await Browser.start(server);
  const { screen, topic } = await opened(browser);
  const { page } = screen;
  /** Returns the text direction of each visible element whose text starts with the given text. */
  const runsLeft = (text: string) =>
    page.evaluate((wanted) => {
      const texts = document.createTreeWalker(document.querySelector("#root") ?? document, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.nodeValue?.startsWith(wanted) || !node.parentElement?.checkVisibility()) continue;
        const { direction, unicodeBidi } = getComputedStyle(node.parentElement);
        found.push(unicodeBidi === "plaintext" ? "rtl" : direction);
      }
      return found;
    }, text);
  const isAllLeft = async (text: string, where: string) => {
    const found = await runsLeft(text);
    assert.ok(found.length > 0 && found.every((direction) => direction === "rtl"), `${text} ${where}: ${found.join()}`);
  };
  for (const place of ["#inbox", "#recent", topic]) {
    await visits(screen, place);
    await page.getByText("קורדליה").first().waitFor();
    await isAllLeft("קורדליה", place);
  }
  await screen.waitForMessage("Who is there?");
  await isAllLeft(HEBREW, topic);
  const [english, hebrew] = await screen.messages("Who is there?").locator("p").filter({ hasText: /\?|ש/ }).all();
  const startOf = async (line: typeof english) =>
    line?.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, whole] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return text.left - whole.left < whole.right - text.right ? "left" : "right";
    });
  assert.deepEqual([await startOf(english), await startOf(hebrew)], ["left", "right"]);
  assert.deepEqual(screen.errors, []);
});
