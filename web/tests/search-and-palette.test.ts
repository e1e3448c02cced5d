// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

const heading = ({ page }: Screen, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test(
  "a search is completed while the user types, and the search terms are highlighted in its results",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const channel = await realm.hamlet.createChannel("castle", [realm.hamlet, realm.cordelia]);
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.sendMessage("A spectre walks the battlements");
    await screen.sendMessage("Nothing to see here");
    await screen.waitForMessage("Nothing to see here");
    await screen.goTo("#feed");
    await screen.waitForMessage("Nothing to see here");
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search messages" });
    await page.keyboard.type("channel:cas");
    await page.getByRole("option", { name: /channel:castle/ }).waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    await field.pressSequentially("spectre");
    await screen.assertAccessible();
    await field.press("Enter");
    await page.locator("article .highlight", { hasText: "spectre" }).waitFor();
    assert.equal(await screen.messages("Nothing to see here").count(), 0);
    assert.equal(await field.inputValue(), "channel:castle spectre");
    await screen.assertAccessible();

    await realm.cordelia.sendToChannel(channel, { topic: "rumours", content: "Two spectres!" });
    await screen.waitForMessage("Two spectres!");
    await page.locator("article .highlight", { hasText: "spectres" }).waitFor();
    await realm.cordelia.sendToChannel(channel, { topic: "rumours", content: "Three rats" });
    await screen.messages("Two spectres!").focus();
    await page.keyboard.press("s");
    await heading(screen, "rumours").waitFor();
    await screen.waitForMessage("Three rats");
    // Going back in the browser's history closes an overlay.
    await screen.messages("Three rats").press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.waitFor();
    await page.goBack();
    await keys.waitFor({ state: "detached" });
    await screen.waitForMessage("A spectre walks");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "if a search in a conversation has no results, it can be extended to all conversations",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "A spectre walks" });
    await cordelia.sendToChannel(channel, { topic: "plays", content: "The mousetrap" });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/plays`);
    await screen.waitForMessage("The mousetrap");
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search messages" }).waitFor();
    await page.keyboard.type("spectre");
    await page.keyboard.press("Enter");
    await page.getByText("No results").waitFor();
    await screen.assertAccessible();
    await page.getByRole("link", { name: "Search all conversations" }).click();
    await screen.waitForMessage("A spectre walks");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "the user's own messages that other users have reacted to are listed together, and new ones appear without a reload",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    const id = await hamlet.sendToChannel(channel, { topic: "plays", content: "The play is the thing" });
    const screen = await openClientAs(browser, server, hamlet);
    await screen.goTo(`#narrow/channel/${channel}/topic/plays`);
    await screen.waitForMessage("The play is the thing");
    await screen.page.getByRole("navigation").getByRole("link", { name: "Reactions" }).click();
    await screen.page.getByText("No reactions yet").waitFor();
    await cordelia.callOrThrow("POST", `/messages/${id}/reactions`, { emoji_name: "tada" });
    await screen.waitForMessage("The play is the thing");
    await screen.assertAccessible();
    assert.deepEqual(screen.errors, []);
  },
);

test("the palette can open any conversation and run actions by name", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia, othello } = await createTestOrganization(server);
  const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await cordelia.sendToChannel(castle, { topic: "quiet corner", content: "Psst" });
  await hamlet.callOrThrow("POST", "/messages/flags/narrow", {
    narrow: [],
    anchor: "oldest",
    num_before: 0,
    num_after: 100,
    op: "add",
    flag: "read",
  });
  await hamlet.sendDirectMessage([cordelia, othello], { content: "We three" });
  for (let at = 0; at < 70; at += 1) await hamlet.sendToChannel(castle, { topic: "chatter", read_by_sender: true });
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  const finds = async (text: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await page.getByRole("option", { name, selected: true }).waitFor();
    await screen.assertAccessible(text);
    await page.keyboard.press("Enter");
  };
  await heading(screen, "Inbox").waitFor();
  await finds("castle quiet", /quiet corner/);
  await heading(screen, "quiet corner").waitFor();
  await page.keyboard.press("Escape");
  await finds("cordelia, oth", /Cordelia, Othello/);
  await screen.waitForMessage("We three");
  await finds("mark all", /Mark all messages as read/);
  await page
    .getByText(/messages? marked as read|No unread messages/)
    .first()
    .waitFor();
  await finds("dark th", /Use dark theme/);
  await page.locator("[data-theme=dark]").first().waitFor({ state: "attached" });
  await finds("show keyb", /Show keyboard shortcuts/);
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  assert.deepEqual(screen.errors, []);
});

test("an address that leads nowhere shows an error", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
  const secret = await cordelia.createChannel("secret", [cordelia], { invite_only: true });
  const id = await cordelia.sendToChannel(castle, { topic: "ghosts", content: "Soon gone" });
  const moved = await cordelia.sendToChannel(castle, { topic: "ghosts", content: "Soon elsewhere" });
  await cordelia.sendToChannel(castle, { topic: "ghosts", content: "Stays" });
  await cordelia.callOrThrow("PATCH", `/messages/${moved}`, { topic: "attic", propagate_mode: "change_one" });
  await cordelia.callOrThrow("DELETE", `/messages/${id}`);
  const screen = await openClientAs(browser, server, hamlet);
  const waitForText = async (address: string, text: string) => {
    await screen.goTo(address);
    await screen.page.getByText(text).first().waitFor();
    await screen.assertAccessible(address);
  };
  await waitForText("#nowhere", "Page not found");
  await waitForText("#settings/nothing", "Page not found");
  await waitForText("#organization/nothing", "Page not found");
  await waitForText("#user/999999", "User not found");
  await waitForText("#channels/999999", "Channel not found");
  await waitForText(`#narrow/channel/${secret}-secret`, "Channel not found");
  await waitForText(`#narrow/channel/${secret}-secret/topic/plans`, "Channel not found");
  await waitForText("#narrow/dm/999999-dm", "User not found");
  await waitForText("#narrow", "Page not found");
  await waitForText("#narrow/channel/kitchen", "Couldn't load messages");
  const near = (message: number) => `#narrow/channel/${castle}/topic/ghosts/near/${message}`;
  await waitForText(near(id), "The linked message was deleted");
  await screen.waitForMessage("Stays");
  await screen.goTo(near(moved));
  await heading(screen, "attic").waitFor();
  await screen.waitForMessage("Soon elsewhere");
  assert.deepEqual(screen.errors, []);
});
