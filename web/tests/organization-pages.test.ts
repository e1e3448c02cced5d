// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { ProxyFileEntry } from "@parlance/server/modules/sign-in/providers/proxy-settings.ts";
import { Browser, createTestOrganization, type TestUser, startServer, withoutBrowser } from "@parlance/testkit";
import { NARROW, openClientAs } from "./fixtures/screen.ts";

const proxyHeader = ProxyFileEntry.parse({
  display_name: "Castle Gate",
  header: "X-Remote-User",
  proxies: ["192.0.2.1"],
  admits: [{ domains: ["example.com"] }],
});
const server = await startServer({ identityProviders: { openIdConnect: [], saml: [], proxyHeader } });

/** Chooses an action in the menu of a row. */
async function chooses(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

/** Drags an element with the mouse to a position below another element. */
async function drags(page: Page, dragged: Locator, below: Locator): Promise<void> {
  const [from, to] = [await dragged.boundingBox(), await below.boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height - 2, { steps: 5 });
  await page.mouse.up();
}

/** Waits until the first section of the page contains exactly the given rows. */
const hasLines = (page: Page, lines: readonly string[]) =>
  page.waitForFunction((wanted) => {
    const titles = document.querySelectorAll("main section:first-of-type li b");
    return [...titles].map((title) => title.textContent).join() === wanted;
  }, lines.join());

test(
  "channel folders can be created, edited, reordered and archived, and channels can be assigned to them",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { iago, hamlet } = realm;
    const channel = await iago.createChannel("castle", [iago, hamlet]);
    await using browser = await Browser.start(server);
    const [own, other] = await Promise.all([
      openClientAs(browser, server, iago),
      openClientAs(browser, server, hamlet),
    ]);
    const { page } = own;
    const names = async () => {
      const { channel_folders } = await hamlet.callOrThrow("GET", "/channel_folders", {});
      return channel_folders.map(({ name }) => name);
    };
    await own.goTo("#organization/profile");
    await page.getByRole("link", { name: "Channel folders" }).click();
    await page.getByText("No channel folders yet.").waitFor();
    for (const name of ["Ghosts", "Plays", "People"]) {
      await own.button("Create folder").click();
      const dialog = page.getByRole("dialog", { name: "Create folder" });
      await dialog.getByLabel("Name").fill(name);
      await own.assertAccessible("new folder");
      await dialog.getByRole("button", { name: "Create" }).click();
      await own.button(`Move ${name}`).waitFor();
    }
    await own.assertAccessible("folders");

    await chooses(page, "Plays", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Plays" });
    await dialog.getByLabel("Name").fill("Tragedies");
    await dialog.getByLabel("Description").fill("They end badly.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await other.goTo("#organization/folders");
    await other.page.getByText("They end badly.").waitFor();
    await other.page.getByText("Only administrators can change this.").waitFor();
    assert.equal(await other.page.getByRole("button", { name: /Move|Actions for/ }).count(), 0);

    await own.button("Move Ghosts").focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Ghosts moved to position 2 of 3").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText("Ghosts moved to position 3 of 3").waitFor({ state: "attached" });
    await hasLines(page, ["Tragedies", "People", "Ghosts"]);
    await drags(page, own.button("Move Tragedies"), own.button("Move People"));
    await hasLines(page, ["People", "Tragedies", "Ghosts"]);
    await chooses(page, "Ghosts", "Move up");
    await hasLines(page, ["People", "Ghosts", "Tragedies"]);
    await hasLines(other.page, ["People", "Ghosts", "Tragedies"]);
    assert.deepEqual(await names(), ["People", "Ghosts", "Tragedies"]);

    await own.goTo(`#channels/${channel}`);
    await page.getByRole("button", { name: /Folder/ }).click();
    await page.getByRole("option", { name: "Ghosts" }).click();
    await other.goTo(`#channels/${channel}`);
    await other.page.getByText("Folder: Ghosts").waitFor();
    await own.goTo("#organization/folders");
    await chooses(page, "Ghosts", "Archive");
    await page.getByText("You need to remove all the channels from this folder").waitFor();
    await chooses(page, "People", "Archive");
    await page.getByRole("heading", { name: "Archived" }).waitFor();
    assert.deepEqual(await names(), ["Ghosts", "Tragedies"]);
    await own.assertAccessible("archived folders");
    await own.button("Move Ghosts").focus();
    await page.keyboard.press("End");
    await own.button("Unarchive").click();
    await own.button("Move People").waitFor();
    assert.deepEqual(await names(), ["People", "Tragedies", "Ghosts"]);
    for (const { errors } of [own, other]) assert.deepEqual(errors, []);
  },
);

test(
  "administrators can change the default channels, and other users, except for guests, see them",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { iago, hamlet, polonius } = realm;
    const castle = await iago.createChannel("castle", [iago]);
    await iago.createChannel("cellar", [iago], { invite_only: true });
    await using browser = await Browser.start(server);
    const [own, other, guest] = await Promise.all(
      [iago, hamlet, polonius].map((person) => openClientAs(browser, server, person)),
    );
    assert.ok(own && other && guest);
    const { page } = own;
    await own.goTo("#organization/default-channels");
    await other.goTo("#organization/default-channels");
    await page.getByText("No default channels. New users choose their own channels.").waitFor();
    await page.getByRole("combobox", { name: "Channel" }).fill("ce");
    await page.getByRole("option", { name: "cellar" }).waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Channel" }).fill("cast");
    await page.getByRole("option", { name: "castle" }).click();
    await own.button("Add").click();
    await own.button("Remove castle").waitFor();
    await own.assertAccessible("default channels");
    await hasLines(other.page, ["castle"]);
    assert.equal(await other.page.getByRole("button", { name: "Remove castle" }).count(), 0);
    await guest.goTo("#organization/default-channels");
    await guest.page.getByText("As a guest, you can't see the default channels.").waitFor();
    assert.deepEqual(await defaultsOf(iago), [castle]);
    await own.button("Remove castle").click();
    await hasLines(other.page, []);
    assert.deepEqual(await defaultsOf(iago), []);
    for (const { errors } of [own, other, guest]) assert.deepEqual(errors, []);
  },
);

const defaultsOf = async (person: TestUser) =>
  (await person.callOrThrow("POST", "/register", { fetch_event_types: ["default_streams"] })).realm_default_streams;

test(
  "profile fields of all types can be created, edited and reordered, and are deleted together with their values",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { iago, hamlet } = realm;
    await using browser = await Browser.start(server);
    const [own, other] = await Promise.all([
      openClientAs(browser, server, iago, NARROW),
      openClientAs(browser, server, hamlet),
    ]);
    const { page } = own;
    const fields = async () => (await hamlet.callOrThrow("GET", "/realm/profile_fields", {})).custom_fields;
    await own.goTo("#organization/profile-fields");
    await page.getByText("No custom profile fields yet.").waitFor();
    const dialog = page.getByRole("dialog", { name: "Create profile field" });
    const makes = async (type: string, label: string | null, more: () => Promise<void> = () => Promise.resolve()) => {
      await own.button("Create profile field").click();
      await dialog.getByRole("button", { name: /Type/ }).click();
      await page.getByRole("option", { name: type, exact: true }).click();
      if (label !== null) await dialog.getByLabel("Label").fill(label);
      await more();
      await own.assertAccessible(type);
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await makes("Short text", "Pet", () => dialog.getByText("Show on profile cards").click());
    await makes("Long text", "Life");
    await makes("List of options", "Mood", async () => {
      await dialog.getByRole("button", { name: "Add option" }).click();
      await page.keyboard.type("Merry");
      await dialog.getByRole("button", { name: "Add option" }).click();
      await page.keyboard.type("Sad");
    });
    await makes("Date", "Birthday");
    await makes("Link", "Page", () => dialog.getByText("Ask users to fill in this field").click());
    await makes("People", "Friends");
    await makes("Pronouns", "Pronouns", () => dialog.getByText("Users can edit this field").click());
    await makes("External account", null, async () => {
      await dialog.getByRole("button", { name: /External account type/ }).click();
      await page.getByRole("option", { name: "GitHub" }).click();
    });
    await makes("External account", "Playhouse", () =>
      dialog.getByLabel("URL pattern").fill("https://example.com/%(username)s"),
    );
    await own.button("Move Playhouse").waitFor();
    await own.assertAccessible("profile fields");
    const made = await fields();
    assert.deepEqual(
      made.map(({ name, type }) => [name, type]),
      [
        ["Pet", 1],
        ["Life", 2],
        ["Mood", 3],
        ["Birthday", 4],
        ["Page", 5],
        ["Friends", 6],
        ["Pronouns", 8],
        ["GitHub username", 7],
        ["Playhouse", 7],
      ],
    );
    const [pet, , mood, , link, , pronouns, , playhouse] = made;
    assert.ok(mood && pet?.display_in_profile_summary === true && link?.required && !pronouns?.editable_by_user);
    assert.deepEqual(JSON.parse(mood.field_data), {
      0: { text: "Merry", order: "1" },
      1: { text: "Sad", order: "2" },
    });
    assert.match(playhouse?.field_data ?? "", /example[.]com/);

    await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data: [{ id: mood.id, value: "1" }] });
    await chooses(page, "Mood", "Edit");
    const change = page.getByRole("dialog", { name: "Edit Mood" });
    await change.getByLabel("Label").fill("Temper");
    await change.getByRole("button", { name: "Move Sad", exact: true }).focus();
    await page.keyboard.press("ArrowUp");
    await change.getByRole("button", { name: "Remove Merry" }).click();
    await change.getByText("Users who selected a removed option will have no value in this field.").waitFor();
    await own.assertAccessible("change");
    await change.getByRole("button", { name: "Save" }).click();
    await own.button("Move Temper").waitFor();
    assert.deepEqual(JSON.parse((await fields())[2]?.field_data ?? ""), { 1: { text: "Sad", order: "1" } });

    await other.goTo("#organization/profile-fields");
    await own.button("Move Temper").focus();
    await page.keyboard.press("Home");
    await own.button("Move Temper").and(page.locator(":focus")).waitFor();
    const order = ["Temper", "Pet", "Life", "Birthday", "Page", "Friends", "Pronouns", "GitHub username", "Playhouse"];
    await hasLines(other.page, order);
    assert.equal(await other.page.getByRole("button", { name: /Move|Actions for|Create profile field/ }).count(), 0);

    await chooses(page, "Temper", "Delete");
    const deletion = page.getByRole("dialog", { name: "Delete Temper?" });
    await deletion.getByText("This also deletes the value that 1 user entered.").waitFor();
    await own.assertAccessible("delete");
    await deletion.getByRole("button", { name: "Delete" }).click();
    await hasLines(other.page, order.slice(1));
    assert.equal((await fields()).length, 8);
    for (const { errors } of [own, other]) assert.deepEqual(errors, []);
  },
);

test(
  "owners can turn login methods on and off, and other users see which are on",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { desdemona, iago } = realm;
    await using browser = await Browser.start(server);
    const [own, other] = await Promise.all([
      openClientAs(browser, server, desdemona),
      openClientAs(browser, server, iago),
    ]);
    const { page } = own;
    const ways = async () => {
      const known = await iago.callOrThrow("POST", "/register", { fetch_event_types: ["realm"] });
      return Object.entries(known.realm_authentication_methods ?? {}).flatMap(([name, { enabled }]) =>
        enabled ? [name] : [],
      );
    };
    await own.goTo("#organization/sign-in");
    await other.goTo("#organization/sign-in");
    await other.page.getByText("Only owners can change this.").waitFor();
    await own.assertAccessible("sign-in");
    await other.assertAccessible("sign-in, as others see it");
    assert.equal(await other.page.locator("main").getByRole("checkbox").count(), 0);
    await page.getByText("Castle Gate").waitFor();
    await page.getByText(/^Proxy/).click();
    const dialog = page.getByRole("dialog", { name: "Turn off Proxy login?" });
    await own.assertAccessible("turn off");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await other.page.getByText("Off", { exact: true }).waitFor();
    await page.getByText("Castle Gate").waitFor({ state: "detached" });
    assert.deepEqual(await ways(), ["Email", "Passkey"]);
    await page.getByText(/^Password/).click();
    await page
      .getByRole("dialog", { name: "Turn off Password login?" })
      .getByRole("button", { name: "Turn off" })
      .click();
    await page.getByText("At least one authentication method must be enabled.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/^Proxy/).click();
    await other.page.getByText("Off", { exact: true }).waitFor({ state: "detached" });
    await page.getByText("Castle Gate").waitFor();
    assert.deepEqual(await ways(), ["Email", "Passkey", "RemoteUser"]);
    await own.button("Regenerate these API keys").click();
    await page.getByText("All users have a login method. No API keys were regenerated.").waitFor();
    for (const { errors } of [own, other]) assert.deepEqual(errors, []);
  },
);
