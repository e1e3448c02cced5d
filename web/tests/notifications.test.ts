// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

/** The notifications that are open in a page, and the number of notes that it has played. */
interface NotificationRecord {
  readonly notices: { readonly title: string; readonly body: string }[];
  notes: number;
}

/** Replaces notifications and sounds in the page with objects that only record them. */
function recordNotifications(): void {
  const record: NotificationRecord = { notices: [], notes: 0 };
  class Notice extends EventTarget {
    static readonly permission = "granted";
    readonly #shown;
    constructor(title: string, { body }: { body: string }) {
      super();
      this.#shown = { title, body };
      record.notices.push(this.#shown);
    }
    close(): void {
      record.notices.splice(record.notices.indexOf(this.#shown), 1);
    }
  }
  const silent = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const part = { frequency: { value: 0 }, gain: silent, connect: (next: unknown) => next, stop() {} };
  class Audio {
    readonly currentTime = 0;
    readonly destination = {};
    resume = async () => Promise.resolve();
    createOscillator = () => ({ ...part, start: () => (record.notes += 1) });
    createGain = () => part;
  }
  Object.assign(window, { Notification: Notice, AudioContext: Audio, record });
}

const notificationRecord = ({ page }: Screen): Promise<NotificationRecord> => page.evaluate("window.record");
const waitForNotifications = ({ page }: Screen, count: number) =>
  page.waitForFunction(
    (wanted) => (window as unknown as { record: NotificationRecord }).record.notices.length === wanted,
    count,
  );

/** Makes the page behave as if its window had received or lost the focus. */
const setFocused = ({ page }: Screen, isLooking: boolean) =>
  page.evaluate((is) => {
    document.hasFocus = () => is;
    window.dispatchEvent(new Event(is ? "focus" : "blur"));
  }, isLooking);

test(
  "an open page shows notifications for messages that are not in view, and for no other messages",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await page.addInitScript(recordNotifications);
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    // Waits until the code of the notifications is loaded, which happens after the first screen.
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => /\/start-[^/]*\.js$/.test(name)),
    );
    const icon = page.locator("link[rel=icon]");
    assert.equal(await icon.getAttribute("href"), "/favicon.svg");

    await cordelia.sendDirectMessage(hamlet, { content: "Where are **you**?" });
    await waitForNotifications(screen, 1);
    assert.deepEqual((await notificationRecord(screen)).notices, [{ title: "Cordelia", body: "Where are you?" }]);
    const { notes } = await notificationRecord(screen);
    assert.ok(notes > 0, "with a sound");
    await page.waitForFunction(() => document.title.startsWith("(1) "));
    assert.match(decodeURIComponent((await icon.getAttribute("href")) ?? ""), />1</, "the tab's icon shows the count");

    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Cordelia/ })
      .click();
    await waitForNotifications(screen, 0);
    await page.waitForFunction(() => !document.title.startsWith("("));
    assert.equal(await icon.getAttribute("href"), "/favicon.svg");
    await cordelia.sendDirectMessage(hamlet, { content: "I see you" });
    await screen.waitForMessage("I see you");
    await cordelia.sendToChannel(castle, { topic: "ghosts", content: "@**King Hamlet** boo" });
    await waitForNotifications(screen, 1);
    const { notices } = await notificationRecord(screen);
    assert.equal(
      notices[0]?.body,
      "Cordelia: @King Hamlet boo",
      "no notification was shown for the visible conversation",
    );

    await setFocused(screen, false);
    await cordelia.sendDirectMessage(hamlet, { content: "Gone already?" });
    await waitForNotifications(screen, 2);
    await cordelia.sendToChannel(castle, { topic: "weather", content: "nobody in particular" });
    await hamlet.callOrThrow("PATCH", "/settings", { do_not_disturb_until: 4_000_000_000 });
    await page.getByLabel("Do not disturb").first().waitFor();
    const earlier = (await notificationRecord(screen)).notices.length;
    await cordelia.sendDirectMessage(hamlet, { content: "In peace" });
    await screen.waitForMessage("In peace");
    await hamlet.callOrThrow("PATCH", "/settings", { do_not_disturb_until: 0 });
    await cordelia.sendDirectMessage(hamlet, { content: "Awake again" });
    await waitForNotifications(screen, earlier + 1);
    assert.equal((await notificationRecord(screen)).notices.at(-1)?.body, "Awake again");
    await setFocused(screen, true);
    await waitForNotifications(screen, 1);
    assert.deepEqual(screen.errors, []);
  },
);
