// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, newRealm, testServer } from "@parlance/testkit";
import { WITHOUT_PAGE } from "./fixtures/accessibility.ts";
import { pictureFile } from "./fixtures/pixel.ts";
import { onEachScreen, opensClient } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen("who somebody is stands on their card and their page, and leads to a conversation", async (look) => {
  const realm = await newRealm(server);
  const { hamlet, cordelia, iago } = realm;
  const field = await iago.does("POST", "/realm/profile_fields", {
    name: "Castle",
    field_type: 1,
    display_in_profile_summary: true,
  });
  await cordelia.does("PATCH", "/users/me/profile_data", { data: [{ id: field.id, value: "Dover" }] });
  await cordelia.does("PATCH", "/settings", { timezone: "Asia/Tokyo" });
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  await hamlet.writes(channel, { topic: "ghosts", content: "Ask @**Cordelia**." });
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, hamlet, look);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.press(screen.page.locator(".user-mention", { hasText: "Cordelia" }));
  const card = screen.page.getByRole("dialog", { name: "Profile of Cordelia" });
  await card.getByText("Dover").waitFor();
  await card.getByText("Local time").waitFor();
  await screen.hasNoBarriers("card");
  await screen.press(card.getByRole("button", { name: "Profile" }));
  await screen.page.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();
  await screen.page.getByText("Joined").waitFor();
  await screen.hasNoBarriers("page");
  await screen.press(screen.button("Mute"));
  await screen.button("Unmute").waitFor();
  await screen.press(screen.button("Message"));
  await screen.composer.waitFor();
  await screen.goTo("#user/999999");
  await screen.page.getByText("User not found").waitFor();
  assert.deepEqual(screen.complaints, []);
});

onEachScreen("what somebody says is up shows to others at once, and goes again", async (look) => {
  const realm = await newRealm(server);
  const { hamlet, cordelia } = realm;
  const channel = await hamlet.creates("castle", [hamlet, cordelia]);
  await hamlet.writes(channel, { topic: "ghosts", content: "I am tired." });
  await using browser = await Browser.start(server);
  const [own, other] = await Promise.all([
    opensClient(browser, server, hamlet, look),
    opensClient(browser, server, cordelia, look),
  ]);
  await other.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await other.sees("I am tired.");
  const { page } = own;
  await own.seesList();
  await own.press(page.getByRole("button", { name: /^King Hamlet/ }));
  await own.press(page.getByRole("menuitem", { name: "Set a status" }));
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await own.press(dialog.getByRole("button", { name: "On vacation" }));
  await dialog.getByLabel("What's your status?").fill("Off to England");
  await own.hasNoBarriers("status");
  await own.press(dialog.getByRole("button", { name: "Save" }));
  await other.messages("I am tired.").getByTitle("Off to England").waitFor();
  await own.press(page.getByRole("button", { name: /Off to England/ }));
  await own.press(page.getByRole("menuitem", { name: "Change status" }));
  await own.press(dialog.getByRole("button", { name: "Clear status" }));
  await own.press(dialog.getByRole("button", { name: "Clear status" }));
  await other.messages("I am tired.").getByTitle("Off to England").waitFor({ state: "detached" });
  for (const { complaints } of [own, other]) assert.deepEqual(complaints, []);
});

onEachScreen("pictures open large, one after the other", async (look) => {
  const realm = await newRealm(server);
  const channel = await realm.hamlet.creates("castle", [realm.hamlet]);
  await using browser = await Browser.start(server);
  const screen = await opensClient(browser, server, realm.hamlet, look);
  const { page } = screen;
  await screen.goTo(`#narrow/channel/${channel}/topic/views`);
  await page.locator("input[type=file]").setInputFiles(["moor.png", "sea.png"].map((name) => pictureFile(name)));
  await screen.hasBegun("sea.png](/user_uploads");
  await screen.hasBegun("moor.png](/user_uploads");
  await screen.sends();
  await page.locator(".message_inline_image img").nth(1).waitFor();
  await screen.press(page.locator(".message_inline_image img").first());
  const [first, second] = [/Image: moor/, /Image: sea/].map((name) => page.getByRole("dialog", { name }));
  await first?.or(second ?? first).waitFor();
  await screen.hasNoBarriers("lightbox", WITHOUT_PAGE);
  await page.getByText("1 of 2").waitFor();
  await screen.press(page.getByRole("button", { name: "Next image" }));
  await page.getByText("2 of 2").waitFor();
  await screen.press(page.getByRole("button", { name: "Show actual size" }));
  await page.getByRole("button", { name: "Fit to window" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("2 of 2").waitFor({ state: "detached" });
  assert.deepEqual(screen.complaints, []);
});
