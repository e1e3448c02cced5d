// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { WITHOUT_PAGE_RULES } from "./fixtures/accessibility.ts";
import { pictureFile } from "./fixtures/pixel.ts";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen(
  "a user's card and profile page show the profile and link to a conversation with the user",
  async (look) => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia, iago } = realm;
    const field = await iago.callOrThrow("POST", "/realm/profile_fields", {
      name: "Castle",
      field_type: 1,
      display_in_profile_summary: true,
    });
    await cordelia.callOrThrow("PATCH", "/users/me/profile_data", { data: [{ id: field.id, value: "Dover" }] });
    await cordelia.callOrThrow("PATCH", "/settings", { timezone: "Asia/Tokyo" });
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await hamlet.sendToChannel(channel, { topic: "ghosts", content: "Ask @**Cordelia**." });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet, look);
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.press(screen.page.locator(".user-mention", { hasText: "Cordelia" }));
    const card = screen.page.getByRole("dialog", { name: /^Cordelia.*'s profile$/ });
    await card.getByText("Dover").waitFor();
    await card.getByText("Local time").waitFor();
    await screen.assertAccessible("card");
    await screen.press(card.getByRole("button", { name: "Profile" }));
    await screen.page.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();
    await screen.page.getByText("Joined").waitFor();
    await screen.assertAccessible("page");
    await screen.press(screen.button("Mute"));
    await screen.button("Unmute").waitFor();
    await screen.press(screen.button("Message"));
    await screen.composer.waitFor();
    await screen.goTo("#user/999999");
    await screen.page.getByText("User not found").waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

onEachScreen("a status appears to other users immediately and disappears when cleared", async (look) => {
  const realm = await createTestOrganization(server);
  const { hamlet, cordelia } = realm;
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await hamlet.sendToChannel(channel, { topic: "ghosts", content: "I am tired." });
  await using browser = await Browser.start(server);
  const [own, other] = await Promise.all([
    openClientAs(browser, server, hamlet, look),
    openClientAs(browser, server, cordelia, look),
  ]);
  await other.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await other.waitForMessage("I am tired.");
  const { page } = own;
  await own.goToConversationList();
  await own.press(page.getByRole("button", { name: /^King Hamlet/ }));
  await own.press(page.getByRole("menuitem", { name: "Set a status" }));
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await own.press(dialog.getByRole("button", { name: "On vacation" }));
  await dialog.getByLabel("What's your status?").fill("Off to England");
  await own.assertAccessible("status");
  await own.press(dialog.getByRole("button", { name: "Save" }));
  await other.messages("I am tired.").getByTitle("Off to England").waitFor();
  await own.press(page.getByRole("button", { name: /Off to England/ }));
  await own.press(page.getByRole("menuitem", { name: "Change status" }));
  await own.press(dialog.getByRole("button", { name: "Clear status" }));
  await own.press(dialog.getByRole("button", { name: "Clear status" }));
  await other.messages("I am tired.").getByTitle("Off to England").waitFor({ state: "detached" });
  for (const { errors } of [own, other]) assert.deepEqual(errors, []);
});

onEachScreen("images open in a viewer that can step through them", async (look) => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("castle", [realm.hamlet]);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, realm.hamlet, look);
  const { page } = screen;
  await screen.goTo(`#narrow/channel/${channel}/topic/views`);
  await page.locator("input[type=file]").setInputFiles(["moor.png", "sea.png"].map((name) => pictureFile(name)));
  await screen.waitForDraftContaining("sea.png](/user_uploads");
  await screen.waitForDraftContaining("moor.png](/user_uploads");
  await screen.pressSend();
  await page.locator(".message_inline_image img").nth(1).waitFor();
  await screen.press(page.locator(".message_inline_image img").first());
  const [first, second] = [/Image: moor/, /Image: sea/].map((name) => page.getByRole("dialog", { name }));
  await first?.or(second ?? first).waitFor();
  await screen.assertAccessible("lightbox", WITHOUT_PAGE_RULES);
  await page.getByText("1 of 2").waitFor();
  await screen.press(page.getByRole("button", { name: "Next image" }));
  await page.getByText("2 of 2").waitFor();
  await screen.press(page.getByRole("button", { name: "Show actual size" }));
  await page.getByRole("button", { name: "Fit to window" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("2 of 2").waitFor({ state: "detached" });
  assert.deepEqual(screen.errors, []);
});
