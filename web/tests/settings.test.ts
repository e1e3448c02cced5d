// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTestPassword, PASSWORD } from "@parlance/server/pages/fixtures/passwords.ts";
import { createTestOrganization, type TestUser, testServer, withoutBrowser } from "@parlance/testkit";
import { pictureFile } from "./fixtures/pixel.ts";
import { chooseOption } from "./fixtures/choose-option.ts";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

const settingsOf = async (person: TestUser) =>
  (await person.callOrThrow("POST", "/register", { fetch_event_types: ["user_settings"] })).user_settings;

test("appearance and privacy settings are applied and saved", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet]);
  await hamlet.sendToChannel(channel, { topic: "ghosts", content: "A skull :skull:" });
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  const size = async () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  await screen.goTo("#settings/appearance");
  await page.getByRole("button", { name: /Font size/ }).waitFor();
  assert.equal(await size(), "15px");
  await chooseOption(page, /Font size/, "Extra large");
  await page.waitForFunction(() => getComputedStyle(document.body).fontSize === "18.75px");
  await chooseOption(page, /Density/, "Compact");
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--line") === "1.307");
  await chooseOption(page, /Time format/, "Language default (2:02 PM)");
  await page.getByRole("button", { name: /Language default/ }).waitFor();
  await page.getByText("High contrast").click();
  await page.locator("html[data-contrast=more]").waitFor();
  await screen.assertAccessible("appearance");
  await chooseOption(page, /Emoji style/, "Plain text names");
  await hamlet.callOrThrow("PATCH", "/settings", { web_font_size_px: 13 });
  await page.getByRole("button", { name: /13 pixels/ }).waitFor();
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.waitForMessage("A skull :skull:");

  await screen.goTo("#settings/privacy");
  await chooseOption(page, /Who can see my email address/, "Nobody");
  await page.getByText("Let administrators export my private data").click();
  await screen.assertAccessible("privacy");
  await screen.goTo("#settings/keyboard");
  await page.getByText("Press Enter to send").click();
  await page.getByText("Command palette").waitFor();
  await screen.assertAccessible("keyboard");
  const stored = await settingsOf(hamlet);
  assert.deepEqual(
    [stored?.web_line_height_percent, stored?.high_contrast_mode, stored?.emojiset],
    [122, true, "text"],
  );
  assert.equal(stored?.twenty_four_hour_time, null);
  assert.deepEqual(
    [stored?.email_address_visibility, stored?.allow_private_data_export, stored?.enter_sends],
    [4, true, true],
  );
  assert.deepEqual(screen.errors, []);
});

test(
  "the account page shows changes made elsewhere, and does not overwrite them without a warning",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, iago } = await createTestOrganization(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    const has = async (value: string) =>
      page.waitForFunction(
        (wanted) => [...document.querySelectorAll("input")].some((one) => one.value === wanted),
        value,
      );
    await screen.goTo("#settings/account");
    await name.fill("Prince Hamlet");
    await name.press("Enter");
    await page.getByText("Saved").waitFor();
    await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { full_name: "Hamlet of Denmark" });
    await has("Hamlet of Denmark");
    await name.fill("The Dane");
    await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { full_name: "Lord Hamlet" });
    await page.getByText("Someone else changed this to “Lord Hamlet” in the meantime.").waitFor();
    assert.equal(await name.inputValue(), "The Dane");
    await screen.assertAccessible("meanwhile");
    await screen.button("Use their version").click();
    await has("Lord Hamlet");
    await name.fill("X");
    await name.press("Enter");
    await page.getByText("Name too short!").waitFor();
    assert.equal(await name.getAttribute("aria-invalid"), "true");
    await screen.assertAccessible("problem");
    await name.press("Escape");
    await has("Lord Hamlet");

    await page.locator("input[type=file]").setInputFiles(pictureFile("me.png"));
    await screen.button("Remove image").click();
    await screen.button("Remove image").waitFor({ state: "detached" });
    await page
      .locator("input[type=file]")
      .setInputFiles({ ...pictureFile("bad.png"), buffer: Buffer.from("no picture") });
    await page.getByRole("alert").filter({ hasText: "Could not decode image" }).waitFor();
    await screen.button("Use this device's time zone").click();
    await screen.button("Use this device's time zone").waitFor({ state: "detached" });
    assert.notEqual((await settingsOf(hamlet))?.timezone, "");
    await iago.callOrThrow("PATCH", "/realm", { name_changes_disabled: true, avatar_changes_disabled: true });
    await page.getByText("Only administrators can change names.").waitFor();
    assert.equal(await name.isDisabled(), true);
    assert.deepEqual(screen.errors, []);
  },
);

test("the preview shows which notifications a message would cause", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  await screen.goTo("#settings/notifications");
  const outcome = (carrier: string) => page.getByRole("status").getByRole("listitem").filter({ hasText: carrier });
  await outcome("This browser").getByText("this browser isn't allowed to show notifications").waitFor();
  await outcome("Email").getByText("Sends an email after 2 minutes").waitFor();
  await outcome("Mobile").getByText("Sends a push notification").waitFor();
  await page.getByText("Send mobile notifications even while online").click();
  await outcome("Mobile").getByText("No notification: you are active").waitFor();
  await chooseOption(page, /Your activity/, "Away");
  await outcome("Mobile").getByText("Sends a push notification").waitFor();
  await chooseOption(page, /Message type/, "Other channel message");
  await outcome("Mobile").getByText("No notification: turned off in your settings").waitFor();
  await page.getByRole("checkbox", { name: "All channel messages: Mobile" }).press("Space");
  await outcome("Mobile").getByText("Sends a push notification").waitFor();
  await chooseOption(page, /Message type/, "Message in a muted channel");
  await outcome("Mobile").getByText("No notification: the channel is muted").waitFor();
  await hamlet.callOrThrow("PATCH", "/settings", { do_not_disturb_until: 253_402_300_799 });
  await chooseOption(page, /Message type/, "Direct message");
  await outcome("Mobile").getByText("Do not disturb is on").waitFor();
  await screen.assertAccessible("notifications");
  assert.equal((await settingsOf(hamlet))?.enable_stream_push_notifications, true);
  assert.deepEqual(screen.errors, []);
});

test(
  "a wrong password causes an error at the field; API keys can be revoked, files deleted and the account deactivated",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { othello } = realm;
    await setTestPassword(realm, othello);
    const screen = await openClientAs(browser, server, othello);
    const { page } = screen;
    await screen.goTo("#settings/security");
    const password = page.getByLabel("Current password").last();
    await password.fill("out, damned spot");
    await screen.button("Show API key").click();
    await page.getByText("Password is incorrect.").waitFor();
    await page.getByText("Your password alone is enough to log in.").waitFor();
    await password.fill(PASSWORD);
    await screen.button("Show API key").click();
    await page.getByText(othello.apiKey).waitFor();
    await screen.button("Create scoped API key").click();
    const dialog = page.getByRole("dialog", { name: "Create scoped API key" });
    await dialog.getByLabel("Name").fill("watching the castle");
    await screen.assertAccessible("new key");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByText("Copy this now.").waitFor();
    await page.getByText("Read-only · Never expires · Never used").waitFor();
    await screen.assertAccessible("security");
    await screen.button("Revoke").click();
    await page.getByText("watching the castle").waitFor({ state: "detached" });

    await othello.upload("/user_uploads", [Buffer.from("strawberries")]);
    const [handkerchief] = (await othello.callOrThrow("GET", "/attachments")).attachments;
    await screen.goTo("#settings/files");
    await page.getByRole("link", { name: handkerchief?.name ?? "" }).waitFor();
    await screen.assertAccessible("files");
    await screen.button(`Delete ${handkerchief?.name}`).click();
    await page.getByText("You haven't uploaded any files yet.").waitFor();

    await screen.goTo("#settings/account");
    await screen.button("Deactivate account").click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate account" }).click();
    await page.getByRole("link", { name: "Log in" }).waitFor();
    assert.equal((await realm.iago.callOrThrow("GET", `/users/${othello.id}`)).user.is_active, false);
  },
);

test(
  "if a page has many options, the page scrolls and not the window around it",
  { skip: withoutBrowser },
  async () => {
    const { iago } = await createTestOrganization(server);
    const screen = await openClientAs(browser, server, iago);
    const { page } = screen;
    for (const path of ["settings/notifications", "settings/appearance", "organization/messages"]) {
      await screen.goTo(`#${path}`);
      await page.getByRole("checkbox").last().waitFor({ state: "attached" });
      const [height, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.equal(height, seen, path);
    }
    assert.deepEqual(screen.errors, []);
  },
);
