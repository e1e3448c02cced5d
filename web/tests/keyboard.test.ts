import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, newRealm, startServer, withoutBrowser } from "@parlance/testkit";
import { opensClient } from "./fixtures/screen.ts";

const server = await startServer();

test("by keys alone one reads what is unread, answers, and jumps to somebody", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const { hamlet, cordelia } = realm;
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  await cordelia.does("POST", "/messages", { type: "stream", to: channel, topic: "ghosts", content: "Who is there?" });
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, hamlet);
  const { keyboard } = screen.page;
  await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();

  await keyboard.press("n");
  await screen.sees("Who is there?");
  await keyboard.press("c");
  await keyboard.type("Stand and unfold yourself.");
  await keyboard.press("Control+Enter");
  await screen.sees("Stand and unfold yourself.");
  await keyboard.press("Escape");
  await keyboard.press("n");
  await screen.page.getByText("Nothing unread is left.").waitFor();

  await keyboard.press("Control+k");
  await screen.page.getByRole("combobox", { name: "Jump to anything" }).waitFor();
  await keyboard.type("corde");
  await screen.page.getByRole("option", { name: "Cordelia" }).first().waitFor();
  await screen.hasNoBarriers();
  await keyboard.press("Enter");
  await screen.page.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();

  await keyboard.press("?");
  await screen.page.getByRole("dialog", { name: "Keys" }).waitFor();
  await screen.hasNoBarriers();
  await keyboard.press("Escape");
  await keyboard.press("i");
  await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();
  assert.deepEqual(screen.complaints, []);
});

test("every screen is free of barriers, wide and narrow, light and dark", { skip: withoutBrowser }, async () => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet, realm.cordelia]);
  await realm.cordelia.does("POST", "/messages", {
    type: "stream",
    to: channel,
    topic: "ghosts",
    content: "Boo :ghost:",
  });
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet);
  const places = [
    "#inbox",
    "#recent",
    "#feed",
    "#starred",
    "#drafts",
    "#scheduled",
    "#channels",
    "#channels/new",
    "#people",
  ];
  places.push(`#channels/${channel}`, "#settings/account", "#settings/appearance", "#settings/notifications");
  places.push("#settings/sessions", "#organization/profile", "#organization/invitations", "");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await screen.page.emulateMedia({ colorScheme });
      await screen.page.setViewportSize({ width, height: 844 });
      for (const place of places) {
        await screen.goTo(place);
        await screen.page.locator("h1").first().waitFor({ state: "attached" });
        await screen.page.locator("[aria-busy]").waitFor({ state: "detached" });
        await screen.hasNoBarriers(`${place} ${width} ${colorScheme}`);
      }
    }
  }
  assert.deepEqual(screen.complaints, []);
});
