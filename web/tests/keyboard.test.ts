// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

test(
  "with the keyboard alone, a user can read unread messages, reply to them and find another user",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia } = realm;
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await cordelia.callOrThrow("POST", "/messages", {
      type: "stream",
      to: channel,
      topic: "ghosts",
      content: "Who is there?",
    });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { keyboard } = screen.page;
    await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();

    await keyboard.press("n");
    await screen.waitForMessage("Who is there?");
    await keyboard.press("c");
    await keyboard.type("Stand and unfold yourself.");
    await keyboard.press("Control+Enter");
    await screen.waitForMessage("Stand and unfold yourself.");
    await keyboard.press("Escape");
    await keyboard.press("n");
    await screen.page.getByText("No unread messages").waitFor();

    await keyboard.press("Control+k");
    await screen.page.getByRole("combobox", { name: "Command palette" }).waitFor();
    await keyboard.type("corde");
    await screen.page.getByRole("option", { name: "Cordelia" }).first().waitFor();
    await screen.assertAccessible();
    await keyboard.press("Enter");
    await screen.page.getByRole("heading", { level: 1, name: "Cordelia" }).waitFor();

    await keyboard.press("?");
    await screen.page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await screen.assertAccessible();
    await keyboard.press("Escape");
    await keyboard.press("i");
    await screen.page.getByRole("heading", { name: "Inbox" }).waitFor();

    await keyboard.press("Control+k");
    await screen.page.getByRole("combobox", { name: "Command palette" }).waitFor();
    await keyboard.type("create channel");
    await screen.page
      .getByRole("option", { name: /Create channel/ })
      .first()
      .waitFor();
    await keyboard.press("Enter");
    await screen.page.locator("input:focus").waitFor();
    await keyboard.type("cyprus");
    assert.equal(await screen.page.getByRole("textbox", { name: "Name" }).inputValue(), "cyprus");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "text is completed and previewed, and pressing the up arrow key starts to edit the last message",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const channel = await realm.hamlet.createChannel("castle", [realm.hamlet, realm.cordelia]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { page, composer } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await composer.pressSequentially("* ask @cord");
    await page.getByRole("option", { name: /Cordelia/ }).waitFor();
    await composer.press("Enter");
    await composer.press("Shift+Enter");
    assert.match(await composer.inputValue(), /^\* ask @\*\*Cordelia[^*]*\*\* \n\* $/, "the list goes on");
    await composer.pressSequentially("wait");
    await screen.button("Preview").click();
    await page.locator("[data-composer] li", { hasText: "wait" }).waitFor();
    await screen.assertAccessible();
    await screen.button("Keep editing").click();
    await composer.press("Control+Enter");
    await screen.waitForMessage("wait");
    await composer.press("ArrowUp");
    const edit = page.locator("article textarea");
    await edit.waitFor();
    await edit.fill("done");
    await edit.press("Control+Enter");
    await page.locator("[data-message]:focus", { hasText: "done" }).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);
