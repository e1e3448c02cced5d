// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { givePassword, PASSWORD } from "@parlance/server/pages/fixtures/passwords.ts";
import { newRealm, type Person, testServer, withoutBrowser } from "@parlance/testkit";
import { pictureFile } from "./fixtures/pixel.ts";
import { chooses } from "./fixtures/choose-option.ts";
import { oneBrowser } from "./fixtures/shared-browser.ts";
import { opensClient } from "./fixtures/screen.ts";

const server = await testServer();
const browser = oneBrowser(server);

const settingsOf = async (person: Person) =>
  (await person.does("POST", "/register", { fetch_event_types: ["user_settings"] })).user_settings;

test(
  "one chooses how the page looks and what others see of one, and all of it is kept",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await newRealm(server);
    const channel = await hamlet.creates("castle", [hamlet]);
    await hamlet.writes(channel, { topic: "ghosts", content: "A skull :skull:" });
    const screen = await opensClient(browser, server, hamlet);
    const { page } = screen;
    const size = async () => page.evaluate(() => getComputedStyle(document.body).fontSize);
    await screen.goTo("#settings/appearance");
    await page.getByRole("button", { name: /Font size/ }).waitFor();
    assert.equal(await size(), "15px");
    await chooses(page, /Font size/, "Very large");
    await page.waitForFunction(() => getComputedStyle(document.body).fontSize === "18.75px");
    await chooses(page, /Density/, "Compact");
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--line") === "1.307");
    await chooses(page, /Time format/, "Language default (2:02 PM)");
    await page.getByRole("button", { name: /Language default/ }).waitFor();
    await page.getByText("High contrast").click();
    await page.locator("html[data-contrast=more]").waitFor();
    await screen.hasNoBarriers("appearance");
    await chooses(page, /Emoji style/, "Plain text names");
    await hamlet.does("PATCH", "/settings", { web_font_size_px: 13 });
    await page.getByRole("button", { name: /13 pixels/ }).waitFor();
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.sees("A skull :skull:");

    await screen.goTo("#settings/privacy");
    await chooses(page, /Who can see my email address/, "Nobody");
    await page.getByText("Let administrators export my private messages").click();
    await screen.hasNoBarriers("privacy");
    await screen.goTo("#settings/keyboard");
    await page.getByText("Press Enter to send").click();
    await page.getByText("Command palette").waitFor();
    await screen.hasNoBarriers("keyboard");
    const kept = await settingsOf(hamlet);
    assert.deepEqual([kept?.web_line_height_percent, kept?.high_contrast_mode, kept?.emojiset], [122, true, "text"]);
    assert.equal(kept?.twenty_four_hour_time, null);
    assert.deepEqual(
      [kept?.email_address_visibility, kept?.allow_private_data_export, kept?.enter_sends],
      [4, true, true],
    );
    assert.deepEqual(screen.complaints, []);
  },
);

test(
  "one's account follows what is changed elsewhere, and is never overwritten unawares",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, iago } = await newRealm(server);
    const screen = await opensClient(browser, server, hamlet);
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
    await iago.does("PATCH", `/users/${hamlet.id}`, { full_name: "Hamlet of Denmark" });
    await has("Hamlet of Denmark");
    await name.fill("The Dane");
    await iago.does("PATCH", `/users/${hamlet.id}`, { full_name: "Lord Hamlet" });
    await page.getByText("Someone else changed this to “Lord Hamlet” in the meantime.").waitFor();
    assert.equal(await name.inputValue(), "The Dane");
    await screen.hasNoBarriers("meanwhile");
    await screen.button("Use their version").click();
    await has("Lord Hamlet");
    await name.fill("X");
    await name.press("Enter");
    await page.getByText("Name too short!").waitFor();
    assert.equal(await name.getAttribute("aria-invalid"), "true");
    await screen.hasNoBarriers("problem");
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
    await iago.does("PATCH", "/realm", { name_changes_disabled: true, avatar_changes_disabled: true });
    await page.getByText("Only administrators can change names.").waitFor();
    assert.equal(await name.isDisabled(), true);
    assert.deepEqual(screen.complaints, []);
  },
);

test("what would tell one of a message is shown before it comes", { skip: withoutBrowser }, async () => {
  const { hamlet } = await newRealm(server);
  const screen = await opensClient(browser, server, hamlet);
  const { page } = screen;
  await screen.goTo("#settings/notifications");
  const outcome = (carrier: string) => page.getByRole("status").getByRole("listitem").filter({ hasText: carrier });
  await outcome("This browser").getByText("this browser isn't allowed to show notifications").waitFor();
  await outcome("Email").getByText("Sends an email after 2 minutes").waitFor();
  await outcome("Mobile").getByText("Shows a push notification").waitFor();
  await page.getByText("Send mobile notifications even while online").click();
  await outcome("Mobile").getByText("Nothing: you are active").waitFor();
  await chooses(page, /and I am/, "away");
  await outcome("Mobile").getByText("Shows a push notification").waitFor();
  await chooses(page, /When I get/, "another channel message");
  await outcome("Mobile").getByText("Nothing: turned off in your settings").waitFor();
  await page.getByRole("checkbox", { name: "All channel messages: Mobile" }).press("Space");
  await outcome("Mobile").getByText("Shows a push notification").waitFor();
  await chooses(page, /When I get/, "a message in a muted channel");
  await outcome("Mobile").getByText("Nothing: the channel is muted").waitFor();
  await hamlet.does("PATCH", "/settings", { do_not_disturb_until: 253_402_300_799 });
  await chooses(page, /When I get/, "a direct message");
  await outcome("Mobile").getByText("Do not disturb is on").waitFor();
  await screen.hasNoBarriers("notifications");
  assert.equal((await settingsOf(hamlet))?.enable_stream_push_notifications, true);
  assert.deepEqual(screen.complaints, []);
});

test(
  "a wrong password stands at its field; keys, files and the account itself can be taken back",
  { skip: withoutBrowser },
  async () => {
    const realm = await newRealm(server);
    const { othello } = realm;
    await givePassword(realm, othello);
    const screen = await opensClient(browser, server, othello);
    const { page } = screen;
    await screen.goTo("#settings/security");
    const password = page.getByLabel("Current password").last();
    await password.fill("out, damned spot");
    await screen.button("Show API key").click();
    await page.getByText("Password is incorrect.").waitFor();
    await page.getByText("Your password alone is enough to sign in.").waitFor();
    await password.fill(PASSWORD);
    await screen.button("Show API key").click();
    await page.getByText(othello.apiKey).waitFor();
    await screen.button("Create scoped API key").click();
    const dialog = page.getByRole("dialog", { name: "Create scoped API key" });
    await dialog.getByLabel("Name").fill("watching the castle");
    await screen.hasNoBarriers("new key");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByText("Copy it now.").waitFor();
    await page.getByText("Read-only · Never expires · Never used").waitFor();
    await screen.hasNoBarriers("security");
    await screen.button("Revoke").click();
    await page.getByText("watching the castle").waitFor({ state: "detached" });

    await othello.uploads("/user_uploads", [Buffer.from("strawberries")]);
    const [handkerchief] = (await othello.does("GET", "/attachments")).attachments;
    await screen.goTo("#settings/files");
    await page.getByRole("link", { name: handkerchief?.name ?? "" }).waitFor();
    await screen.hasNoBarriers("files");
    await screen.button(`Delete ${handkerchief?.name}`).click();
    await page.getByText("You haven't uploaded any files yet.").waitFor();

    await screen.goTo("#settings/account");
    await screen.button("Deactivate account").click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate account" }).click();
    await page.getByRole("link", { name: "Log in" }).waitFor();
    assert.equal((await realm.iago.does("GET", `/users/${othello.id}`)).user.is_active, false);
  },
);

test("a page of many choices scrolls by itself, and never the window around it", { skip: withoutBrowser }, async () => {
  const { iago } = await newRealm(server);
  const screen = await opensClient(browser, server, iago);
  const { page } = screen;
  for (const path of ["settings/notifications", "settings/appearance", "organization/messages"]) {
    await screen.goTo(`#${path}`);
    await page.getByRole("checkbox").last().waitFor({ state: "attached" });
    const [height, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.equal(height, seen, path);
  }
  assert.deepEqual(screen.complaints, []);
});
