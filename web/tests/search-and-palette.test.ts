// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, testServer, withoutBrowser } from "@parlance/testkit";
import { oneBrowser } from "./fixtures/shared-browser.ts";
import { opensClient, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = oneBrowser(server);

const heading = ({ page }: Screen, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("a search is completed while it is written, and marks what it found", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet, realm.cordelia]);
  const screen = await opensClient(browser, server, realm.hamlet);
  const { page } = screen;
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.says("A spectre walks the battlements");
  await screen.says("Nothing to see here");
  await screen.sees("Nothing to see here");
  await screen.goTo("#feed");
  await screen.sees("Nothing to see here");
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search messages" });
  await page.keyboard.type("channel:cas");
  await page.getByRole("option", { name: /channel:castle/ }).waitFor();
  await field.press("ArrowDown");
  await field.press("Enter");
  await field.pressSequentially("spectre");
  await screen.hasNoBarriers();
  await field.press("Enter");
  await page.locator("article .highlight", { hasText: "spectre" }).waitFor();
  assert.equal(await screen.messages("Nothing to see here").count(), 0);
  assert.equal(await field.inputValue(), "channel:castle spectre");
  await screen.hasNoBarriers();

  await realm.cordelia.writes(channel, { topic: "rumours", content: "Two spectres!" });
  await screen.sees("Two spectres!");
  await page.locator("article .highlight", { hasText: "spectres" }).waitFor();
  await realm.cordelia.writes(channel, { topic: "rumours", content: "Three rats" });
  await screen.messages("Two spectres!").focus();
  await page.keyboard.press("s");
  await heading(screen, "rumours").waitFor();
  await screen.sees("Three rats");
  // A window that lies over a place goes with it.
  await screen.messages("Three rats").press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.waitFor();
  await page.goBack();
  await keys.waitFor({ state: "detached" });
  await screen.sees("A spectre walks");
  assert.deepEqual(screen.complaints, []);
});

test(
  "what a search does not find in a conversation, it may find in all of them",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await newRealm(server);
    const channel = await hamlet.creates("castle", [hamlet, cordelia]);
    await cordelia.writes(channel, { topic: "ghosts", content: "A spectre walks" });
    await cordelia.writes(channel, { topic: "plays", content: "The mousetrap" });
    const screen = await opensClient(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/plays`);
    await screen.sees("The mousetrap");
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search messages" }).waitFor();
    await page.keyboard.type("spectre");
    await page.keyboard.press("Enter");
    await page.getByText("No results").waitFor();
    await screen.hasNoBarriers();
    await page.getByRole("link", { name: "Search all conversations" }).click();
    await screen.sees("A spectre walks");
    assert.deepEqual(screen.complaints, []);
  },
);

test("reactions to what one wrote come together, and come by themselves", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await newRealm(server);
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  const id = await hamlet.writes(channel, { topic: "plays", content: "The play is the thing" });
  const screen = await opensClient(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/plays`);
  await screen.sees("The play is the thing");
  await screen.page.getByRole("navigation").getByRole("link", { name: "Reactions" }).click();
  await screen.page.getByText("No reactions yet").waitFor();
  await cordelia.does("POST", `/messages/${id}/reactions`, { emoji_name: "tada" });
  await screen.sees("The play is the thing");
  await screen.hasNoBarriers();
  assert.deepEqual(screen.complaints, []);
});

test("the palette leads to any conversation, and does things by their names", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia, othello } = await newRealm(server);
  const castle = await hamlet.creates("castle", [hamlet, cordelia]);
  await cordelia.writes(castle, { topic: "quiet corner", content: "Psst" });
  await hamlet.does("POST", "/messages/flags/narrow", {
    narrow: [],
    anchor: "oldest",
    num_before: 0,
    num_after: 100,
    op: "add",
    flag: "read",
  });
  await hamlet.writesTo([cordelia, othello], { content: "We three" });
  for (let at = 0; at < 70; at += 1) await hamlet.writes(castle, { topic: "chatter", read_by_sender: true });
  const screen = await opensClient(browser, server, hamlet);
  const { page } = screen;
  const finds = async (text: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await page.getByRole("option", { name, selected: true }).waitFor();
    await screen.hasNoBarriers(text);
    await page.keyboard.press("Enter");
  };
  await heading(screen, "Inbox").waitFor();
  await finds("castle quiet", /quiet corner/);
  await heading(screen, "quiet corner").waitFor();
  await page.keyboard.press("Escape");
  await finds("cordelia, oth", /Cordelia, Othello/);
  await screen.sees("We three");
  await finds("mark all", /Mark all as read/);
  await page
    .getByText(/messages? marked as read|No unread messages/)
    .first()
    .waitFor();
  await finds("dark th", /Use dark theme/);
  await page.locator("[data-theme=dark]").first().waitFor({ state: "attached" });
  await finds("show keyb", /Show keyboard shortcuts/);
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  assert.deepEqual(screen.complaints, []);
});

test("an address that leads nowhere says so", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await newRealm(server);
  const castle = await hamlet.creates("castle", [hamlet, cordelia]);
  const secret = await cordelia.creates("secret", [cordelia], { invite_only: true });
  const id = await cordelia.writes(castle, { topic: "ghosts", content: "Soon gone" });
  const moved = await cordelia.writes(castle, { topic: "ghosts", content: "Soon elsewhere" });
  await cordelia.writes(castle, { topic: "ghosts", content: "Stays" });
  await cordelia.does("PATCH", `/messages/${moved}`, { topic: "attic", propagate_mode: "change_one" });
  await cordelia.does("DELETE", `/messages/${id}`);
  const screen = await opensClient(browser, server, hamlet);
  const says = async (address: string, text: string) => {
    await screen.goTo(address);
    await screen.page.getByText(text).first().waitFor();
    await screen.hasNoBarriers(address);
  };
  await says("#nowhere", "Page not found");
  await says("#settings/nothing", "Page not found");
  await says("#organization/nothing", "Page not found");
  await says("#user/999999", "User not found");
  await says("#channels/999999", "Channel not found");
  await says(`#narrow/channel/${secret}-secret`, "Channel not found");
  await says(`#narrow/channel/${secret}-secret/topic/plans`, "Channel not found");
  await says("#narrow/dm/999999-dm", "User not found");
  await says("#narrow", "Page not found");
  await says("#narrow/channel/kitchen", "Couldn't load messages");
  const near = (message: number) => `#narrow/channel/${castle}/topic/ghosts/near/${message}`;
  await says(near(id), "The linked message was deleted");
  await screen.sees("Stays");
  await screen.goTo(near(moved));
  await heading(screen, "attic").waitFor();
  await screen.sees("Soon elsewhere");
  assert.deepEqual(screen.complaints, []);
});
