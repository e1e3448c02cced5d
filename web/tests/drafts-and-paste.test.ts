// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

test(
  "formatted text is pasted as Markdown, and a URL pasted over selected text turns the text into a link",
  {
    skip: withoutBrowser,
  },
  async () => {
    const realm = await createTestOrganization(server);
    const channel = await realm.hamlet.createChannel("castle", [realm.hamlet]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, realm.hamlet);
    const { composer } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const paste = (types: Readonly<Record<string, string>>) =>
      composer.evaluate((field, pasted) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(pasted)) clipboardData.setData(type, text);
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, types);
    await composer.focus();
    await paste({
      "text/plain": "Plan",
      "text/html":
        '<h2>Plan</h2><p>See <a href="https://example.org/a">the <b>site</b></a>.</p><ul><li>one<ul><li>deep</li></ul></li></ul>' +
        "<pre>x = 1\ny = 2</pre><script>alert(1)</script>",
    });
    await screen.waitForDraftContaining("y = 2");
    assert.equal(
      await composer.inputValue(),
      "## Plan\n\nSee [the **site**](https://example.org/a).\n\n* one\n  * deep\n\n```\nx = 1\ny = 2\n```",
    );
    await composer.fill("the site");
    await composer.selectText();
    await paste({ "text/plain": "https://example.org/b" });
    await screen.waitForDraftContaining("[the site]");
    assert.equal(await composer.inputValue(), "[the site](https://example.org/b)");
    assert.deepEqual(screen.errors, []);
  },
);

onEachScreen("a draft can be opened on the user's other devices", async (look) => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("castle", [realm.hamlet]);
  await using browser = await Browser.start(server);
  const screens = await Promise.all([
    openClientAs(browser, server, realm.hamlet, look),
    openClientAs(browser, server, realm.hamlet, look),
  ]);
  const [here, there] = screens;
  await here.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await here.composer.pressSequentially("To be, or");
  await here.page.getByText("Draft saved").waitFor({ state: "attached" });
  await there.goTo("#drafts");
  await there.page.getByText("To be, or").waitFor();
  await there.press(there.button("Open"));
  await there.page.waitForFunction("document.querySelector('[data-composer] textarea')?.value === 'To be, or'");
  for (const { errors } of screens) assert.deepEqual(errors, []);
});

test("pressing the up arrow key starts to edit the user's last message", { skip: withoutBrowser }, async () => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("castle", [realm.hamlet]);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, realm.hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.sendMessage("Too, too solid flesh");
  await screen.composer.press("ArrowUp");
  const field = screen.page.getByRole("textbox", { name: "Edit message" });
  await field.fill("Too, too sullied flesh");
  await field.press("Control+Enter");
  await screen.waitForMessage("Too, too sullied flesh");
  await screen.page.getByText("edited").waitFor();
  assert.deepEqual(screen.errors, []);
});
