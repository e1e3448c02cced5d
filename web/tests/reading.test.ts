// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, type TestOrganization, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);
let realm: TestOrganization;
let castle: number;

/** Creates an organization with a channel "castle" to which Hamlet and Cordelia are subscribed. */
async function setUp(): Promise<void> {
  realm = await createTestOrganization(server);
  castle = await realm.hamlet.createChannel("castle", [realm.hamlet, realm.cordelia]);
}

const ghosts = () => `#narrow/channel/${castle}/topic/ghosts`;

/** Sends messages that have several lines each. Returns their ids. */
async function sendMany(count: number, name = "Line", topic = "ghosts"): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 1; at <= count; at += 1) {
    ids.push(
      await realm.cordelia.sendToChannel(castle, { topic, content: `${name} ${at} of many\n\nand more\n\nof it` }),
    );
  }
  return ids;
}

/** Returns the distance of a message from the upper edge of the list, in pixels. */
const topOf = (screen: Screen, text: string): Promise<number> =>
  screen
    .messages(text)
    .first()
    .evaluate((one) => {
      const list = one.closest("[role=log]");
      return Math.round(one.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? 0));
    });

/**
 * Waits until the list no longer moves. Returns the distance of a message from the upper edge of the list, in pixels.
 */
async function restingTop(screen: Screen, text: string): Promise<number> {
  await screen.messages(text).first().waitFor();
  let last = NaN;
  for (;;) {
    const top = await topOf(screen, text);
    if (top === last) return top;
    last = top;
    await screen.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

/** Waits until the list no longer moves. Returns the start of the first message whose upper edge is in view. */
async function firstInView({ page }: Screen): Promise<string> {
  const look = () =>
    page.evaluate(() => {
      const edge = document.querySelector("[role=log]")?.getBoundingClientRect().top ?? 0;
      const shown = [...document.querySelectorAll("article")].find((one) => one.getBoundingClientRect().top >= edge);
      return /Line \d+ of/.exec(shown?.textContent ?? "")?.[0] ?? "";
    });
  for (let last = ""; ;) {
    const text = await look();
    if (text !== "" && text === last) return text;
    last = text;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

const jump = (screen: Screen) => screen.page.getByRole("button", { name: /Jump to newest|new messages? below/ });

test(
  "a conversation opens at the first unread message, and does not move when new messages arrive",
  { skip: withoutBrowser },
  async () => {
    await setUp();
    const ids = await sendMany(20);
    await realm.hamlet.callOrThrow("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" });
    await sendMany(12, "Fresh");
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page } = screen;
    await screen.goTo(ghosts());
    await page.getByText("12 new messages", { exact: true }).waitFor();
    const top = await restingTop(screen, "Fresh 1 of");
    assert.ok(top > 0 && top < 250, `the first unread message is in view, not ${top} pixels down`);

    // The number of messages below is updated ten times per second, so it may be less than twelve.
    await page.getByRole("button", { name: /^([1-9]|1[01]) new messages? below/ }).waitFor();
    const counted = Number(/^\d+/.exec(await jump(screen).innerText())?.[0]);
    assert.ok(counted > 0 && counted < 12, `of 12 messages, those below the view are counted, not ${counted}`);
    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "One more" });
    await page.getByRole("button", { name: `${counted + 1} new messages below` }).waitFor();
    assert.equal(await restingTop(screen, "Fresh 1 of"), top, "nothing has moved");

    await jump(screen).click();
    await screen.waitForMessage("One more");
    await jump(screen).waitFor({ state: "detached" });
    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "At the end one follows" });
    await screen.waitForMessage("At the end one follows");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "the line above the first unread message counts all unread messages, including those that are not loaded yet",
  { skip: withoutBrowser },
  async () => {
    await setUp();
    await sendMany(200);
    const screen = await openClientAs(browser, server, realm.hamlet);
    await screen.goTo(ghosts());
    await screen.page.getByRole("separator").getByText("200 new messages", { exact: true }).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "if the user returns to a conversation, the scroll position is restored, unless there are unread messages",
  { skip: withoutBrowser },
  async () => {
    await setUp();
    const ids = await sendMany(150);
    await realm.hamlet.callOrThrow("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" });
    await realm.cordelia.sendToChannel(castle, { topic: "feasts", content: "A feast" });
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page } = screen;
    await screen.goTo(ghosts());
    await screen.waitForMessage("Line 150 of");
    await screen.waitForMessage("Line 149 of");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("PageUp");
    const text = await firstInView(screen);
    const top = await restingTop(screen, text);
    const see = async (how: string) => assert.ok(Math.abs((await restingTop(screen, text)) - top) < 3, how);

    await page.getByRole("navigation").getByRole("link", { name: "feasts" }).click();
    await screen.waitForMessage("A feast");
    await page.goBack();
    await see("by the way back");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^feasts/ })
      .click();
    await screen.waitForMessage("A feast");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^ghosts/ })
      .click();
    await see("by its link");
    await page.reload();
    await see("after a reload");

    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "News" });
    await page.getByRole("button", { name: "1 new message below" }).waitFor();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^feasts/ })
      .click();
    await screen.waitForMessage("A feast");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^ghosts/ })
      .click();
    await screen.waitForMessage("News");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "messages that the user has marked as unread or read stay so, and this can be undone",
  { skip: withoutBrowser },
  async () => {
    await setUp();
    await sendMany(3, "Word");
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page } = screen;
    const toast = page.getByRole("alertdialog").or(page.getByRole("status")).or(page.getByRole("region"));
    const unread = (count: number) =>
      page
        .getByRole("navigation")
        .getByRole("link", { name: count === 0 ? /^ghosts( followed)?$/ : `ghosts ${count} unread` });
    await screen.goTo(ghosts());
    await unread(0).waitFor();

    await screen.messages("Word 2 of").focus();
    await page.keyboard.press("Shift+U");
    await unread(2).waitFor();
    await toast.getByText("Marked as unread from here").first().waitFor();
    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "A late word" });
    await screen.waitForMessage("A late word");
    await unread(3).waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("j");
    await unread(3).waitFor();

    // Once the user has marked something as read, messages in view are marked as read again, including the last
    // message.
    await page.evaluate(() => (document.hasFocus = () => false));
    await screen.messages("Word 3 of").focus();
    await page.keyboard.press("Shift+R");
    await unread(1).waitFor();
    await toast.getByText("2 messages marked as read").first().waitFor();
    const confirmation = page.getByText("2 messages marked as read").locator("xpath=ancestor::*[.//button][1]");
    await confirmation.getByRole("button", { name: "Undo" }).click();
    await unread(3).waitFor();
    await page.keyboard.press("Shift+Escape");
    await unread(0).waitFor();
    await screen.assertAccessible();

    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "Unheard" });
    await screen.waitForMessage("Unheard");
    await unread(1).waitFor();
    await realm.cordelia.sendToChannel(castle, { topic: "ghosts", content: "Unheard again" });
    await unread(2).waitFor();
    await page.evaluate(() => {
      document.hasFocus = () => true;
      window.dispatchEvent(new Event("focus"));
    });
    await unread(0).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "if the page does not have the focus, the list scrolls no further than to the first message received in the meantime",
  { skip: withoutBrowser },
  async () => {
    await setUp();
    await sendMany(12);
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page } = screen;
    await screen.goTo(ghosts());
    await screen.waitForMessage("Line 1 of");
    await page.keyboard.press("End");
    await screen.waitForMessage("Line 12 of");
    await page.evaluate(() => (document.hasFocus = () => false));
    await sendMany(15, "Meanwhile");
    await page.getByRole("button", { name: /new messages? below/ }).waitFor();
    const top = await restingTop(screen, "Meanwhile 1 of");
    assert.ok(top >= 0 && top < 250, `it is in view, not ${top} pixels down`);
    assert.deepEqual(screen.errors, []);
  },
);
