// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

const main = ({ page }: Screen) => page.getByRole("main");
const row = (screen: Screen, name: RegExp) => main(screen).getByRole("link", { name });
const focused = ({ page }: Screen) => page.evaluate(() => document.activeElement?.textContent ?? "");

test(
  "the inbox can be used with the keyboard alone: to move between entries, open, mark as read, mute and follow them",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await cordelia.sendToChannel(castle, { topic: "feasts", content: "Wine" });
    await cordelia.sendToChannel(castle, { topic: "ghosts", content: "@**King Hamlet** look" });
    await cordelia.sendToChannel(castle, { topic: "rats", content: "A rat!" });
    await cordelia.sendDirectMessage(hamlet, { content: "Where are you?" });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await row(screen, /^ghosts/).waitFor();
    const rows = await main(screen).getByRole("listitem").allInnerTexts();
    assert.deepEqual(
      rows.map((text) => /Cordelia|ghosts|rats|feasts/.exec(text)?.[0]),
      ["Cordelia", "ghosts", "rats", "feasts"],
      "directs, then mentions, then the newest",
    );
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    assert.match(await focused(screen), /^rats/);
    await page.keyboard.press("m");
    await row(screen, /^rats/).waitFor({ state: "detached" });
    await screen.button("Show 1 unread message in muted channels and topics").click();
    await row(screen, /^rats/).waitFor();
    await screen.button("Hide muted channels and topics").click();

    await row(screen, /^feasts/).focus();
    await page.keyboard.press("e");
    await row(screen, /^feasts/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await row(screen, /^feasts/).waitFor();
    await page.keyboard.press("f");
    await screen.assertAccessible();

    await screen.button("Mark all messages as read").click();
    await main(screen).getByRole("heading", { name: "You're all caught up." }).waitFor();
    await screen.assertAccessible("empty");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await row(screen, /^ghosts/).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("heading", { level: 1, name: "ghosts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test("each filter of the recent conversations finds conversations of any age", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await hamlet.sendToChannel(castle, { topic: "my own", content: "I wrote this", read_by_sender: true });
  await cordelia.sendToChannel(castle, { topic: "followed", content: "Follow me" });
  await hamlet.callOrThrow("POST", "/user_topics", { stream_id: castle, topic: "followed", visibility_policy: 3 });
  await cordelia.sendDirectMessage(hamlet, { content: "Just us" });
  for (let at = 0; at < 130; at += 1) await cordelia.sendToChannel(castle, { topic: "chatter", content: `Blah ${at}` });
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  await page.keyboard.press("t");
  const filter = (name: string) => page.getByRole("radio", { name }).click();
  const shows = async (yes: RegExp, no: RegExp) => {
    await row(screen, yes).waitFor();
    await row(screen, no).waitFor({ state: "detached" });
  };
  await row(screen, /chatter/).waitFor();
  await filter("Participated");
  await shows(/my own/, /chatter/);
  await filter("Followed");
  await shows(/castle.*followed/, /chatter/);
  await filter("Direct");
  await shows(/Just us/, /chatter/);
  await filter("Unread");
  await shows(/Just us/, /my own/);
  await screen.assertAccessible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "chatter" }).waitFor();
  assert.deepEqual(screen.errors, []);
});

test(
  "a filter of the recent conversations that matches none says whether older conversations could match",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await cordelia.sendToChannel(castle, { topic: "feasts", content: "Wine" });
    for (let at = 0; at < 130; at += 1)
      await cordelia.sendToChannel(castle, { topic: "chatter", content: `Blah ${at}` });
    await hamlet.callOrThrow("POST", "/user_topics", { stream_id: castle, topic: "chatter", visibility_policy: 1 });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo("#recent");
    await page.getByRole("heading", { name: "No recent conversations match this filter" }).waitFor();
    const loadOlder = screen.button("Load older conversations");
    await loadOlder.click();
    await row(screen, /feasts/).waitFor();
    for (const [filter, title] of [
      ["Direct", "No direct messages yet"],
      ["Followed", "No messages in followed topics"],
      ["Participated", "You haven't participated in any conversations yet"],
    ] as const) {
      await page.getByRole("radio", { name: filter }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      await loadOlder.waitFor({ state: "detached" });
    }
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "the client opens with the home view that the user has chosen: a view or a channel",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet]);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const opens = async (name: string) => {
      await screen.goTo("");
      await page.getByRole("heading", { level: 1, name }).waitFor();
    };
    const choose = async (name: string, label = /Home view$/) => {
      await screen.goTo("#settings/appearance");
      await page.getByRole("button", { name: label }).click();
      await page.getByRole("option", { name }).click();
    };
    await choose("Recent conversations");
    await opens("Recent conversations");
    await page.locator("nav [aria-current]", { hasText: "Recent" }).waitFor();
    await screen.goTo(`#narrow/channel/${castle}`);
    await screen.button("Channel actions").click();
    await page.getByRole("menuitem", { name: "Use as home view in this browser" }).click();
    await opens("castle");
    await choose("Same as in other browsers", /Home view in this browser/);
    await opens("Recent conversations");
    assert.deepEqual(screen.errors, []);
  },
);
