// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeHashComponent } from "@parlance/markdown/fragments.ts";
import { Browser, withoutBrowser } from "@parlance/testkit";
import { hostileRealm, hostileServer } from "./fixtures/hostile-realm.ts";
import { NARROW, openClientAs, type Screen, WIDE } from "./fixtures/screen.ts";

const { web, server } = await hostileServer();

const SCREENS = [
  "#inbox",
  "#recent",
  "#feed",
  "#drafts",
  "#scheduled",
  "#reminders",
  "#channels",
  "#groups",
  "#people",
  "#settings/account",
  "#organization/profile",
];

/** Settings pages on which only administrators see the texts. */
const ADMINISTRATION = ["folders", "profile-fields", "links", "emoji", "invitations", "users", "audit"];

/**
 * Runs in the page. Finds signs that a text was not treated as plain text: scripts that were executed, links to
 * scripts, and content that is wider than the window.
 */
const FIND_HARM = () => {
  const { harmed } = globalThis as unknown as { readonly harmed?: number };
  const elements =
    "main script, main iframe, main object, [onerror], [onload], a[href^='javascript:' i], a[href^='data:' i]";
  return {
    isHarmed: harmed !== undefined,
    elements: [...document.querySelectorAll(elements)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    isWide: document.documentElement.scrollWidth > innerWidth,
    turned: [...turnedTexts()],
  };

  /** Finds texts that reverse the text direction and are not isolated from other text. */
  function* turnedTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent?.includes("\u202E") && !isIsolated(node)) yield node.parentElement?.outerHTML.slice(0, 160);
    }
  }

  /**
   * Returns true if a text is isolated from other text, either by its style or because its block contains nothing else.
   */
  function isIsolated(text: Node): boolean {
    for (let at = text.parentElement; at; at = at.parentElement) {
      const { unicodeBidi, display } = getComputedStyle(at);
      if (/isolate|plaintext/.test(unicodeBidi)) return true;
      if (!display.startsWith("inline") || display === "inline-block") return at.textContent === text.textContent;
    }
    return true;
  }
};

/** Collects the signs of harm found on many screens, and reports them together at the end. */
class HarmCollector {
  readonly #found: string[] = [];

  async look({ page, errors }: Screen, where: string): Promise<void> {
    const { isHarmed, elements, isWide, turned } = await page.evaluate(FIND_HARM);
    const signs = [...(isHarmed ? ["it ran"] : []), ...(isWide ? ["it is wider than the window"] : [])];
    const all = [...signs, ...elements, ...turned.map((html) => `turned: ${html}`), ...errors.splice(0)];
    this.#found.push(...all.map((one) => `${where.slice(0, 40)}: ${one}`));
  }

  sawNothing(): void {
    assert.deepEqual(this.#found, []);
  }
}

test("text entered by a user is never executed in the page of another user", { skip: withoutBrowser }, async () => {
  const { cordelia, hamlet, desdemona, channel, topic, group } = await hostileRealm(server, web);
  const lookout = new HarmCollector();
  await using browser = await Browser.start(server);
  const conversation = `#narrow/channel/${channel}/topic/${encodeHashComponent(topic)}`;
  const pages = [`#channels/${channel}`, `#groups/${group}`, `#user/${hamlet.id}`];
  for (const options of [WIDE, NARROW]) {
    const screen = await openClientAs(browser, server, cordelia, options);
    const { page } = screen;
    for (const place of [conversation, `#narrow/channel/${channel}`, `#narrow/dm/${hamlet.id}`]) {
      await screen.goTo(place);
      await screen.waitForMessage("window.harmed=1");
      await lookout.look(screen, place);
    }
    for (const place of [...SCREENS, ...pages]) {
      await screen.goTo(place);
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
      await page.locator("[aria-busy]").waitFor({ state: "detached" });
      await lookout.look(screen, place);
    }
    await page.close();
  }
  const screen = await openClientAs(browser, server, desdemona);
  for (const name of ADMINISTRATION) {
    await screen.goTo(`#organization/${name}`);
    await screen.page.getByRole("heading", { level: 1 }).first().waitFor();
    await screen.page.locator("[aria-busy]").waitFor({ state: "detached" });
    await lookout.look(screen, name);
  }
  lookout.sawNothing();
});

test("overlays also treat text entered by users as plain text", { skip: withoutBrowser }, async () => {
  const { cordelia, hamlet, channel, topic } = await hostileRealm(server, web);
  const lookout = new HarmCollector();
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, cordelia);
  const { page } = screen;
  await screen.goTo(`#narrow/channel/${channel}/topic/${encodeHashComponent(topic)}`);
  await screen.waitForMessage("window.harmed=1");
  const opened = async (what: string) => {
    await lookout.look(screen, what);
    await page.keyboard.press("Escape");
  };
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  await opened("palette");
  await screen.composer.fill("@enola");
  await page.getByRole("option").first().waitFor();
  await opened("people");
  for (const prefix of ["#enola", ":harmf", "/"]) {
    await screen.composer.fill(prefix);
    await page.getByRole("option").first().waitFor();
    await opened(prefix);
  }
  await screen.button("Saved snippets").click();
  await page.getByRole("menuitem").first().waitFor();
  await opened("snippets");
  await screen.goTo(`#narrow/dm/${hamlet.id}`);
  await page
    .locator("article")
    .getByRole("button", { name: /^enola/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
  await opened("card");
  lookout.sawNothing();
});
