// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { pictureFile } from "./fixtures/pixel.ts";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

test(
  "a bot is created, receives an avatar, a new API key and a new owner, and is deactivated and reactivated",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia, iago, polonius } = realm;
    await hamlet.createChannel("castle", [hamlet]);
    await using browser = await Browser.start(server);
    const [own, other, guest] = await Promise.all(
      [hamlet, cordelia, polonius].map((person) => openClientAs(browser, server, person)),
    );
    assert.ok(own && other && guest);
    const { page } = own;
    const bot = async () =>
      (await hamlet.callOrThrow("GET", "/bots")).bots.find(({ full_name }) => full_name === "Yorick");

    await guest.goTo("#settings/bots");
    await guest.page.getByText("You don't have permission to create bots.").waitFor();
    await own.goTo("#settings/bots");
    await page.getByRole("link", { name: "Helper" }).waitFor();
    await own.button("Create bot").click();
    const dialog = page.getByRole("dialog", { name: "Create bot" });
    await dialog.getByRole("button", { name: /Bot type/ }).click();
    await page.getByRole("option", { name: "Outgoing webhook: messages are posted to a URL" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Helper");
    await dialog.getByLabel("Bot username").fill("yorick");
    await dialog.getByLabel("Endpoint URL").fill("https://example.com/skull");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText(/already in use/).waitFor();
    assert.equal(await dialog.getByLabel("Name", { exact: true }).getAttribute("aria-invalid"), "true");
    await own.assertAccessible("new bot");
    await dialog.getByLabel("Name", { exact: true }).fill("Yorick");
    await dialog.getByRole("button", { name: /Default channel for messages/ }).click();
    await page.getByRole("option", { name: "#castle" }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await own.button("Show API key").click();
    const made = await bot();
    await page.getByText(made?.api_key ?? "").waitFor();
    await own.assertAccessible("bot");

    await page.locator("input[type=file]").setInputFiles(pictureFile("skull.png"));
    await page.waitForFunction(
      (before) =>
        [...document.querySelectorAll("main img")].some((picture) => !picture.getAttribute("src")?.endsWith(before)),
      made?.avatar_url ?? "",
    );
    assert.notEqual((await bot())?.avatar_url, made?.avatar_url);
    await own.button("Generate new API key").click();
    await page.getByText(made?.api_key ?? "").waitFor({ state: "detached" });
    await page.getByLabel("Endpoint URL").fill("no address");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Endpoint URL" }).and(page.locator("[aria-invalid=true]")).waitFor();
    await page.keyboard.press("Escape");

    await own.button("Deactivate").click();
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    await own.button("Reactivate").click();
    await own.button("Generate new API key").waitFor();
    await page.getByRole("combobox", { name: "Transfer to another user" }).focus();
    await page.keyboard.type("corde");
    await page.getByRole("option", { name: "Cordelia" }).click();
    await other.goTo("#settings/bots");
    await other.page.getByRole("link", { name: "Yorick" }).click();
    await other.button("Show API key").waitFor();
    const { members } = await iago.callOrThrow("GET", "/users");
    assert.equal(members.find(({ full_name }) => full_name === "Yorick")?.bot_owner_id, cordelia.id);
    for (const { errors } of [own, other, guest]) assert.deepEqual(errors, []);
  },
);
