// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { createTestOrganization, type TestUser, testServer, withoutBrowser } from "@parlance/testkit";
import { pictureFile } from "./fixtures/pixel.ts";
import { chooseOption } from "./fixtures/choose-option.ts";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

/** Enters a text into a field, and saves it. */
async function writes(page: Page, label: string, text: string): Promise<void> {
  const line = page.getByRole("textbox", { name: label });
  await line.fill(text);
  await page.getByRole("button", { name: `Save: ${label}` }).click();
  await page.getByRole("button", { name: `Save: ${label}` }).waitFor({ state: "detached" });
}

const realmOf = async (person: TestUser) => person.callOrThrow("POST", "/register", { fetch_event_types: ["realm"] });

test("an owner can change the organization's profile, pictures and policies", { skip: withoutBrowser }, async () => {
  const { desdemona, iago } = await createTestOrganization(server);
  const reports = await desdemona.createChannel("reports", [desdemona], { invite_only: true });
  const screen = await openClientAs(browser, server, desdemona);
  const { page } = screen;
  await screen.goTo("#organization/profile");
  await writes(page, "Name", "The Globe");
  await writes(page, "Description", "All the *world*");
  await chooseOption(page, /Organization type/, "Community");
  for (const what of ["Icon", "Logo", "Logo for dark theme"]) {
    const picture = page.getByRole("group", { name: what, exact: true });
    await picture.locator("input[type=file]").setInputFiles(pictureFile("globe.png"));
    await picture.getByRole("button", { name: "Remove image" }).waitFor();
  }
  await screen.assertAccessible("profile");
  await page.getByRole("group", { name: "Logo", exact: true }).getByRole("button", { name: "Remove image" }).click();
  await page.getByText("None", { exact: true }).waitFor();

  await screen.goTo("#organization/messages");
  await chooseOption(page, /Time limit for editing messages/, "10 minutes");
  await chooseOption(page, /Time limit for moving messages to other topics/, "No limit");
  await writes(page, "Message retention (days)", "45");
  await page.getByLabel("Custom Jitsi server URL").fill("nowhere");
  await page.keyboard.press("Enter");
  await page
    .getByRole("textbox", { name: "Custom Jitsi server URL" })
    .and(page.locator("[aria-invalid=true]"))
    .waitFor();
  await screen.assertAccessible("messages");
  await screen.goTo("#organization/people");
  await page.getByText("Prevent users from changing their profile pictures").click();
  await writes(page, "Waiting period before new members become full members (days)", "3");
  await writes(page, "Custom message from the welcome bot", "Words, words, words.");
  await screen.button("Send me a test welcome message").click();
  await page.getByText("Test message sent.").waitFor();
  await screen.assertAccessible("people");
  await screen.goTo("#organization/notices");
  await chooseOption(page, /Moderation requests channel/, "#reports");
  await chooseOption(page, /Day of the week for digest emails/, "Friday");
  await screen.assertAccessible("notices");

  const realm = await realmOf(iago);
  assert.deepEqual([realm.realm_name, realm.realm_org_type, realm.realm_icon_source], ["The Globe", 90, "U"]);
  assert.deepEqual([realm.realm_logo_source, realm.realm_night_logo_source], ["D", "U"]);
  assert.deepEqual(
    [realm.realm_message_content_edit_limit_seconds, realm.realm_move_messages_within_stream_limit_seconds],
    [600, null],
  );
  assert.deepEqual([realm.realm_message_retention_days, realm.realm_waiting_period_threshold], [45, 3]);
  assert.deepEqual([realm.realm_moderation_request_channel_id, realm.realm_digest_weekday], [reports, 4]);
  assert.equal(realm.realm_avatar_changes_disabled, true);
  assert.deepEqual(screen.errors, []);
});

test(
  "users who cannot change the organization's settings see them, and see who can change them",
  { skip: withoutBrowser },
  async () => {
    const { iago, hamlet, polonius } = await createTestOrganization(server);
    const [own, member, guest] = await Promise.all(
      [iago, hamlet, polonius].map((person) => openClientAs(browser, server, person)),
    );
    assert.ok(own && member && guest);
    await own.goTo("#organization/messages");
    const days = "Message retention (days)";
    await own.page.getByRole("textbox", { name: days }).waitFor();
    assert.equal(await own.page.getByRole("textbox", { name: days }).isDisabled(), true);
    await own.page.getByText("Only owners can change this.").waitFor();
    await own.page.getByText("Allow message editing").click();
    for (const screen of [member, guest]) {
      const { page } = screen;
      await screen.goTo("#organization/messages");
      await page.getByText("Only administrators can change this.").first().waitFor();
      assert.equal(await page.locator("main").getByRole("checkbox", { disabled: false }).count(), 0);
      await page.getByRole("checkbox", { name: "Allow message editing", checked: false }).waitFor();
      await screen.goTo("#organization/profile");
      await page.getByText("Only administrators can change this.").first().waitFor();
      await screen.assertAccessible("profile, as others see it");
      assert.equal(await page.getByText("Deactivate organization").count(), 0);
    }
    for (const { errors } of [own, member, guest]) assert.deepEqual(errors, []);
  },
);

test(
  "an administrator can change the default settings for new users, and the administrator's own settings stay the same",
  { skip: withoutBrowser },
  async () => {
    const { iago } = await createTestOrganization(server);
    const screen = await openClientAs(browser, server, iago);
    const { page } = screen;
    await screen.goTo("#organization/newcomers");
    await chooseOption(page, /Theme/, "Dark");
    await page.getByRole("checkbox", { name: "All channel messages: Desktop" }).press("Space");
    await screen.button("Add quiet hours").click();
    await screen.button("Remove quiet hours").waitFor();
    await screen.assertAccessible("newcomers");
    const { realm_user_settings_defaults: defaults } = await iago.callOrThrow("POST", "/register", {
      fetch_event_types: ["realm_user_settings_defaults"],
    });
    assert.deepEqual([defaults?.color_scheme, defaults?.enable_stream_desktop_notifications], [2, true]);
    assert.match(defaults?.quiet_hours ?? "", /22:00-07:00/);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
    assert.deepEqual(screen.errors, []);
  },
);

test("an owner can deactivate the organization by entering its name", { skip: withoutBrowser }, async () => {
  const { desdemona } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, desdemona);
  const { page } = screen;
  await screen.goTo("#organization/profile");
  await screen.button("Deactivate organization").click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Shakespeare?" });
  assert.equal(await dialog.getByRole("button", { name: "Deactivate organization" }).isDisabled(), true);
  await dialog.getByLabel("Enter the organization's name to confirm").fill("Shakespeare");
  await screen.assertAccessible("close");
  await dialog.getByRole("button", { name: "Deactivate organization" }).click();
  await page.getByRole("heading", { name: "Shakespeare has been deactivated" }).waitFor();
  assert.equal((await desdemona.get("/users/me")).status, 401);
});
