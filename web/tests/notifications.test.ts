// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, testServer, withoutBrowser } from "@parlance/testkit";
import { oneBrowser } from "./fixtures/shared-browser.ts";
import { opensClient, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = oneBrowser(server);

/** What a page has told: notifications that are open, and how many notes it has played. */
interface Told {
  readonly notices: { readonly title: string; readonly body: string }[];
  notes: number;
}

/** Gives the page a system that takes notifications and sounds, and remembers them. */
function listen(): void {
  const told: Told = { notices: [], notes: 0 };
  class Notice extends EventTarget {
    static readonly permission = "granted";
    readonly #told;
    constructor(title: string, { body }: { body: string }) {
      super();
      this.#told = { title, body };
      told.notices.push(this.#told);
    }
    close(): void {
      told.notices.splice(told.notices.indexOf(this.#told), 1);
    }
  }
  const silent = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const part = { frequency: { value: 0 }, gain: silent, connect: (next: unknown) => next, stop() {} };
  class Audio {
    readonly currentTime = 0;
    readonly destination = {};
    resume = async () => Promise.resolve();
    createOscillator = () => ({ ...part, start: () => (told.notes += 1) });
    createGain = () => part;
  }
  Object.assign(window, { Notification: Notice, AudioContext: Audio, told });
}

const told = ({ page }: Screen): Promise<Told> => page.evaluate("window.told");
const hasTold = ({ page }: Screen, count: number) =>
  page.waitForFunction((wanted) => (window as unknown as { told: Told }).told.notices.length === wanted, count);

/** Somebody turns to another window, or back. */
const looks = ({ page }: Screen, isLooking: boolean) =>
  page.evaluate((is) => {
    document.hasFocus = () => is;
    window.dispatchEvent(new Event(is ? "focus" : "blur"));
  }, isLooking);

test("an open page tells of what one does not look at, and of nothing else", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await newRealm(server);
  const castle = await hamlet.creates("castle", [hamlet, cordelia]);
  const screen = await opensClient(browser, server, hamlet);
  const { page } = screen;
  await page.addInitScript(listen);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  // What tells comes after the first screen.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/start-[^/]*\.js$/.test(name)),
  );
  const icon = page.locator("link[rel=icon]");
  assert.equal(await icon.getAttribute("href"), "/favicon.svg");

  await cordelia.writesTo(hamlet, { content: "Where are **you**?" });
  await hasTold(screen, 1);
  assert.deepEqual((await told(screen)).notices, [{ title: "Cordelia", body: "Where are you?" }]);
  const { notes } = await told(screen);
  assert.ok(notes > 0, "with a sound");
  await page.waitForFunction(() => document.title.startsWith("(1) "));
  assert.match(decodeURIComponent((await icon.getAttribute("href")) ?? ""), />1</, "the tab's icon says how many");

  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Cordelia/ })
    .click();
  await hasTold(screen, 0);
  await page.waitForFunction(() => !document.title.startsWith("("));
  assert.equal(await icon.getAttribute("href"), "/favicon.svg");
  await cordelia.writesTo(hamlet, { content: "I see you" });
  await screen.sees("I see you");
  await cordelia.writes(castle, { topic: "ghosts", content: "@**King Hamlet** boo" });
  await hasTold(screen, 1);
  const { notices } = await told(screen);
  assert.equal(notices[0]?.body, "Cordelia: @King Hamlet boo", "of what one looks at, nothing was told");

  await looks(screen, false);
  await cordelia.writesTo(hamlet, { content: "Gone already?" });
  await hasTold(screen, 2);
  await cordelia.writes(castle, { topic: "weather", content: "nobody in particular" });
  await hamlet.does("PATCH", "/settings", { do_not_disturb_until: 4_000_000_000 });
  await page.getByLabel("Do not disturb").first().waitFor();
  const earlier = (await told(screen)).notices.length;
  await cordelia.writesTo(hamlet, { content: "In peace" });
  await screen.sees("In peace");
  await hamlet.does("PATCH", "/settings", { do_not_disturb_until: 0 });
  await cordelia.writesTo(hamlet, { content: "Awake again" });
  await hasTold(screen, earlier + 1);
  assert.equal((await told(screen)).notices.at(-1)?.body, "Awake again");
  await looks(screen, true);
  await hasTold(screen, 1);
  assert.deepEqual(screen.complaints, []);
});
