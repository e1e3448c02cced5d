// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { newPasswordField } from "@parlance/server/pages/password-reset/new-password-field.ts";
import { Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { pictureFile } from "./fixtures/pixel.ts";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen(
  "administrators can change a user's role and name, and deactivate and reactivate the user",
  async (look) => {
    const realm = await createTestOrganization(server);
    const { iago, cordelia } = realm;
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, iago, look);
    const { page } = screen;
    await screen.goTo("#organization/users");
    await page.getByLabel("Filter people").fill("corde");
    await screen.assertAccessible("users");
    await screen.press(page.getByRole("link", { name: "Cordelia" }));
    await screen.press(page.getByRole("button", { name: /^Member Role|^Role/ }));
    await screen.press(page.getByRole("option", { name: "Moderator" }));
    await page.getByText("Saved").waitFor();
    assert.equal((await iago.callOrThrow("GET", `/users/${cordelia.id}`)).user.role, 300);
    await page.getByLabel("Name").fill("Queen Cordelia");
    await screen.press(page.getByRole("button", { name: "Save" }));
    await page.getByText("Queen Cordelia", { exact: true }).waitFor();
    await screen.press(page.getByRole("button", { name: "Deactivate", exact: true }));
    const dialog = page.getByRole("dialog", { name: "Deactivate Queen Cordelia?" });
    await screen.assertAccessible("deactivate");
    await screen.press(dialog.getByRole("button", { name: "Deactivate" }));
    await screen.press(page.getByRole("button", { name: "Reactivate" }));
    await page.getByRole("button", { name: "Deactivate", exact: true }).waitFor();
    assert.equal((await iago.callOrThrow("GET", `/users/${cordelia.id}`)).user.is_active, true);
    assert.deepEqual(screen.errors, []);
  },
);

onEachScreen("administrators can grant a permission to chosen users, and other users see who has it", async (look) => {
  const realm = await createTestOrganization(server);
  const { desdemona, hamlet } = realm;
  await using browser = await Browser.start(server);
  const [own, other] = await Promise.all([
    openClientAs(browser, server, desdemona, look),
    openClientAs(browser, server, hamlet, look),
  ]);
  const { page } = own;
  await own.goTo("#organization/permissions");
  await other.goTo("#organization/permissions");
  await page.getByRole("button", { name: /create user groups/ }).waitFor();
  await own.assertAccessible("permissions");
  await own.press(page.getByRole("button", { name: /create user groups/ }));
  await own.press(page.getByRole("option", { name: "Specific people and groups…" }));
  const dialog = page.getByRole("dialog", { name: "Who can create user groups" });
  await dialog.getByRole("combobox", { name: "Add a person or group" }).fill("othe");
  await own.press(page.getByRole("option", { name: "Othello" }));
  await dialog.getByRole("list", { name: "Selected" }).getByText("Othello").waitFor();
  await page.keyboard.press("Tab");
  await own.assertAccessible("named");
  await own.press(dialog.getByRole("button", { name: "Save" }));
  await other.page.getByText("Othello").waitFor();
  assert.equal(await other.page.getByRole("button", { name: /create user groups/ }).isDisabled(), true);
  for (const { errors } of [own, other]) assert.deepEqual(errors, []);
});

onEachScreen(
  "a channel can be renamed, restricted and archived, and subscribers can be added and removed",
  async (look) => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia } = realm;
    const channel = await hamlet.createChannel("castle", [hamlet]);
    await using browser = await Browser.start(server);
    const [own, other] = await Promise.all([
      openClientAs(browser, server, hamlet, look),
      openClientAs(browser, server, cordelia, look),
    ]);
    const { page } = own;
    await own.goTo(`#channels/${channel}/members`);
    await own.press(own.button("Add subscribers"));
    const dialog = page.getByRole("dialog", { name: "Add subscribers to #castle" });
    const [name, offered] = [dialog.getByRole("combobox"), page.getByRole("option", { name: "Cordelia" })];
    await name.fill("corde");
    await offered.waitFor();
    // Escape closes the list. The text and the dialog remain.
    await name.press("Escape");
    await offered.waitFor({ state: "detached" });
    await name.press("End");
    await name.pressSequentially("l");
    assert.equal(await name.inputValue(), "cordel");
    await own.press(offered);
    await own.press(dialog.getByRole("button", { name: "Add subscribers" }));
    await page.getByRole("link", { name: "Cordelia" }).waitFor();
    await own.assertAccessible("members");
    await other.page.getByRole("link", { name: "castle" }).first().waitFor();

    await own.goTo(`#channels/${channel}`);
    await page.getByLabel("Name").fill("keep");
    await own.press(page.getByRole("button", { name: "Save" }));
    await other.page.getByRole("link", { name: "keep" }).first().waitFor();
    await own.goTo(`#channels/${channel}/permissions`);
    await own.press(page.getByRole("button", { name: /Who can send messages/ }));
    await own.press(page.getByRole("option", { name: "Moderators and above" }));
    await page
      .getByRole("button", { name: /Moderators and above Who can send messages|Who can send messages.*Moderators/ })
      .waitFor();
    await own.assertAccessible("permissions");
    assert.notEqual(
      (await cordelia.post("/messages", { type: "channel", to: channel, topic: "x", content: "y" })).status,
      200,
    );

    await own.goTo(`#channels/${channel}/members`);
    await own.press(own.button("Unsubscribe Cordelia"));
    await page.getByRole("link", { name: "Cordelia" }).waitFor({ state: "detached" });
    await own.goTo(`#channels/${channel}`);
    await own.press(own.button("Archive channel"));
    await own.press(page.getByRole("dialog").getByRole("button", { name: "Archive channel" }));
    await own.button("Unarchive channel").waitFor();
    await own.goTo("#channels/7abc");
    await page.getByText("Channel not found").waitFor();
    for (const { errors } of [own, other]) assert.deepEqual(errors, []);
  },
);

onEachScreen("a group can be created, joined and deactivated, and members can be removed", async (look) => {
  const realm = await createTestOrganization(server);
  const { iago, hamlet } = realm;
  await using browser = await Browser.start(server);
  const [own, other] = await Promise.all([
    openClientAs(browser, server, iago, look),
    openClientAs(browser, server, hamlet, look),
  ]);
  const { page } = own;
  await own.goTo("#groups");
  await page.getByText("No user groups yet").waitFor();
  await own.press(own.button("Create user group"));
  const dialog = page.getByRole("dialog", { name: "Create user group" });
  await dialog.getByLabel("Name").fill("ghosts");
  await own.assertAccessible("new group");
  await own.press(dialog.getByRole("button", { name: "Create" }));
  await page.getByRole("heading", { level: 1, name: "ghosts" }).waitFor();
  await own.assertAccessible("group");
  await own.press(page.getByRole("button", { name: /^Who can join|Nobody Who can join/ }));
  await own.press(page.getByRole("option", { name: "Everyone except guests", exact: true }));
  await other.goTo(new URL(page.url()).hash);
  await other.press(other.page.getByRole("button", { name: "Join", exact: true }));
  await page.getByRole("link", { name: "King Hamlet" }).waitFor();
  await own.press(own.button("Remove King Hamlet"));
  await page.getByRole("link", { name: "King Hamlet" }).waitFor({ state: "detached" });
  await own.press(own.button("Deactivate group"));
  await own.button("Reactivate group").waitFor();
  for (const { errors } of [own, other]) assert.deepEqual(errors, []);
});

onEachScreen("users can edit alert words, unmute users and see requirements for a new password", async (look) => {
  const realm = await createTestOrganization(server);
  const { hamlet, cordelia } = realm;
  await hamlet.callOrThrow("POST", `/users/me/muted_users/${cordelia.id}`, {});
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet, look);
  const { page } = screen;
  await screen.goTo("#settings/words");
  await page.getByLabel("Word or phrase").fill("yorick");
  await screen.press(screen.button("Add"));
  await screen.button("Remove “yorick”").waitFor();
  await screen.assertAccessible("words");
  assert.deepEqual((await hamlet.callOrThrow("GET", "/users/me/alert_words", {})).alert_words, ["yorick"]);
  await screen.press(page.getByRole("button", { name: "Unmute" }));
  await page.getByText("You haven't muted any users.").waitFor();
  await screen.goTo("#settings/security");
  // The same words as on the server's own pages.
  await page.getByText(String(newPasswordField.hint)).waitFor();
  await page.getByLabel("New password").fill("x");
  await page.getByText(/^The password must have at least 8 characters\.$/).waitFor();
  await screen.assertAccessible("security");
  await screen.goTo("#settings/nowhere");
  await page.getByText("Page not found").waitFor();
  assert.deepEqual(screen.errors, []);
});

onEachScreen("users can be invited by email and by link, and invitations can be revoked", async (look) => {
  const { iago } = await createTestOrganization(server);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, iago, look);
  const { page } = screen;
  await screen.goTo("#people");
  await screen.press(screen.button("Invite people"));
  await page.getByText("No pending invitations.").waitFor();
  await page.getByLabel("Email addresses").fill("yorick@example.com");
  await screen.press(page.getByRole("button", { name: /Role/ }));
  await screen.press(page.getByRole("option", { name: "Guest" }));
  await screen.press(screen.button("Send invitations"));
  await page.getByText("yorick@example.com").waitFor();
  await screen.press(screen.button("Create invite link"));
  await page.getByText("Invite link", { exact: true }).waitFor();
  await screen.assertAccessible("invitations");
  const { invites } = await iago.callOrThrow("GET", "/invites", {});
  assert.deepEqual(
    invites.map(({ invited_as }) => invited_as),
    [600, 600],
  );
  await screen.press(screen.button("Revoke").first());
  await page.getByText("yorick@example.com").waitFor({ state: "detached" });
  assert.deepEqual(screen.errors, []);
});

onEachScreen(
  "custom emoji, linkifiers and domains can be added, and linkifiers removed, and the audit log records the changes",
  async (look) => {
    const { desdemona } = await createTestOrganization(server);
    await desdemona.callOrThrow("POST", "/invites/multiuse", { stream_ids: [], invite_as: 300 });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, desdemona, look);
    const { page } = screen;
    await screen.goTo("#organization/emoji");
    await page.locator("input[type=file]").setInputFiles(pictureFile("Skull.png"));
    await screen.press(screen.button("Add"));
    await page.getByText(":skull_:").or(page.getByText(":skull:")).waitFor();
    await screen.assertAccessible("emoji");

    await screen.goTo("#organization/links");
    await page.getByLabel("Pattern").fill("#(?P<id>[0-9]+)");
    await page.getByLabel("URL template").first().fill("https://example.com/{id}");
    await screen.press(screen.button("Add").first());
    await screen.button("Remove #(?P<id>[0-9]+)").waitFor();
    await screen.assertAccessible("links");
    await screen.press(screen.button("Remove #(?P<id>[0-9]+)"));
    await screen.button("Remove #(?P<id>[0-9]+)").waitFor({ state: "detached" });

    await screen.goTo("#organization/joining");
    await page.getByRole("textbox", { name: "Domain" }).fill("example.org");
    await screen.press(screen.button("Add"));
    await screen.button("Remove example.org").waitFor();
    await screen.assertAccessible("joining");

    await screen.goTo("#organization/audit");
    await page
      .getByText(/Desdemona added the domain example.org/)
      .first()
      .waitFor();
    await page.getByText(/invited as: Moderator$/).waitFor();
    await screen.assertAccessible("audit");
    await screen.goTo("#organization/exports");
    await page.getByText("No exports yet.").waitFor();
    await screen.assertAccessible("exports");
    assert.deepEqual(screen.errors, []);
  },
);
