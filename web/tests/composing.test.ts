// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();

/** Drops a file on an element, as if it had been dragged from a file manager. */
const dropFile = (screen: Screen, selector: string, name: string) =>
  screen.page.evaluate(
    ([where = "", called = ""]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["To be"], called, { type: "text/plain" }));
      const element = document.querySelector(where);
      const options = { dataTransfer, bubbles: true, cancelable: true };
      element?.dispatchEvent(new DragEvent("dragover", options));
      element?.dispatchEvent(new DragEvent("drop", options));
    },
    [selector, name],
  );

test(
  "before a message is sent, the composer shows its destination and the users who cannot see it",
  { skip: withoutBrowser },
  async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, cordelia, othello, iago } = realm;
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia], { invite_only: true });
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await cordelia.callOrThrow("POST", "/users/me/status", { status_text: "Off to France" });
    await iago.callOrThrow("DELETE", `/users/${othello.id}`);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page, composer } = screen;
    const line = page.locator("[data-composer]");

    // Chooses an existing topic with the keyboard.
    await screen.goTo(`#narrow/channel/${channel}`);
    const topic = page.getByRole("combobox", { name: "Topic" });
    await composer.fill("Ask @**Iago** and @**Cordelia**");
    await line.getByText("Enter a topic").waitFor();
    await line.getByText("Iago is not subscribed to this private channel and can't see this message.").waitFor();
    await line.getByRole("button", { name: "Subscribe them to this channel" }).click();
    await line.getByText("can't see this message").waitFor({ state: "detached" });
    await topic.focus();
    await topic.pressSequentially("gho");
    await page.keyboard.press("ArrowDown");
    await screen.assertAccessible("topics");
    await page.keyboard.press("Enter");
    assert.equal(await topic.inputValue(), "ghosts");
    await page.keyboard.press("Control+Enter");
    await screen.waitForMessage("Ask @Iago and @Cordelia");

    // Replies to a conversation that is not in view.
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("Who is there?");
    await screen.button("Change channel or recipients").click();
    await page.getByRole("combobox", { name: "Channel or people" }).fill("corde");
    await page.getByRole("option", { name: /Cordelia/ }).click();
    await line
      .getByText("This message will be sent to a different conversation than the one you're viewing.")
      .waitFor();
    await line.getByText("Cordelia: Off to France").waitFor();
    await screen.assertAccessible("elsewhere");
    await line.getByRole("button", { name: "Cancel" }).click();
    await line.getByText("different conversation").waitFor({ state: "detached" });

    await screen.goTo(`#narrow/dm/${othello.id}`);
    await line
      .getByText("Othello, the Moor of Venice has a deactivated account")
      .or(line.getByText("deactivated"))
      .first()
      .waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "topics, users, emoji, commands and snippets are completed while the user types, and participants of the conversation come first",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await hamlet.callOrThrow("POST", "/saved_snippets", { title: "Farewell", content: "Good night, sweet prince" });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page, composer } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("Who is there?");
    const completes = async (typed: string, option: RegExp, keys: string, whole: string) => {
      await composer.fill("");
      await composer.pressSequentially(typed);
      await page.getByRole("option", { name: option }).first().waitFor();
      await page.keyboard.press(keys);
      await screen.waitForDraft(whole);
    };
    await completes("#cast", /castle/, ">", "#**castle>");
    await page.getByRole("option", { name: "ghosts" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await composer.inputValue(), "#**castle>ghosts** ");
    await composer.fill("");
    await composer.pressSequentially("@");
    await page.getByRole("option").first().getByText("Cordelia", { exact: true }).waitFor();
    await completes("@corde", /Cordelia/, "Enter", "@**Cordelia** ");
    await completes("so :ghos", /ghost/, "Enter", "so :ghost: ");
    await completes("/pol", /poll/, "Tab", "/poll ");
    await completes("/fare", /Farewell/, "Enter", "Good night, sweet prince");
    await completes("```pytho", /python/i, "Enter", "```python\n");
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "Enter chooses a suggestion even if it is pressed early; it never inserts an outdated suggestion or sends the message instead",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page, composer } = screen;
    // Enter is pressed before the code for suggestions is loaded. If nothing matches, the key has its normal effect.
    const gate = { isWanted: Promise.withResolvers<void>(), mayLoad: Promise.withResolvers<void>() };
    await page.route(/\/assets\/completion-options-/, async (route) => {
      gate.isWanted.resolve();
      await gate.mayLoad.promise;
      await route.continue();
    });
    for (const [topic, written, whole] of [
      ["ghosts", "@nobody", "@nobody\n"],
      ["players", "@corde", "@**Cordelia** "],
    ] as const) {
      Object.assign(gate, { isWanted: Promise.withResolvers<void>(), mayLoad: Promise.withResolvers<void>() });
      // Each text is typed in another topic, so that no draft is restored.
      await screen.goTo(`#narrow/channel/${channel}/topic/${topic}`);
      await page.reload();
      await composer.pressSequentially(written);
      await gate.isWanted.promise;
      await page.keyboard.press("Enter");
      assert.equal(await composer.inputValue(), written);
      gate.mayLoad.resolve();
      await screen.waitForDraft(whole);
    }
    await composer.fill("");

    // Enter is pressed before the suggestions for the last characters are rendered. All of this happens in one task of
    // the page. Before, the first suggestion, for "c", was "topic".
    await composer.pressSequentially("@c");
    await page.getByRole("option", { name: "topic" }).waitFor();
    await page.evaluate(() => {
      document.execCommand("insertText", false, "orde");
      const press = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
    });
    await screen.waitForDraft("@**Cordelia** ");
    assert.equal(await page.locator("article").count(), 0);
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "files can be dropped anywhere, uploads can be canceled, and if the user leaves the conversation, the link is added to its draft",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page, composer } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await composer.fill("Look:");
    await dropFile(screen, "nav", "play.txt");
    await screen.waitForDraftContaining("Look: [play.txt](/user_uploads/");

    // Delays uploads.
    const received = Promise.withResolvers<void>();
    await page.route("**/api/v1/user_uploads", async (route) => {
      await received.promise;
      await route.continue().catch(() => undefined);
    });
    await dropFile(screen, "header", "stopped.txt");
    await page.getByRole("button", { name: "Cancel upload of stopped.txt" }).click();
    await page.getByText("stopped.txt").waitFor({ state: "detached" });
    await dropFile(screen, "header", "late.txt");
    await page.getByText("late.txt").waitFor();
    await screen.goTo("#inbox");
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    const done = page.waitForResponse(/user_uploads/);
    received.resolve();
    await done;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForDraftContaining("[late.txt](/user_uploads/");
    assert.match(await composer.inputValue(), /^Look: \[play\.txt\]\(.*\[late\.txt\]\(/s);
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "text that is entered after a message was scheduled is not part of the message, and pending messages can be canceled",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page, composer } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const requested = Promise.withResolvers<void>();
    await page.route("**/api/v1/scheduled_messages", async (route) => {
      await requested.promise;
      await route.continue();
    });
    await composer.fill("The rest is silence.");
    await screen.button("Schedule message").click();
    await page.getByRole("menuitem", { name: "In 1 hour" }).click();
    await composer.press("End");
    await composer.pressSequentially(" And yet");
    requested.resolve();
    await page.getByText("Message scheduled").waitFor();
    await screen.waitForDraft("And yet");
    await screen.goTo("#scheduled");
    await page.getByText("The rest is silence.").waitFor();

    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await page.context().setOffline(true);
    await composer.fill("Into the void");
    await composer.press("Control+Enter");
    const waiting = screen.messages("Into the void");
    await waiting.getByText("Waiting for connection").waitFor();
    await waiting.getByRole("button", { name: "Cancel and edit" }).click();
    await waiting.waitFor({ state: "detached" });
    await screen.waitForDraftContaining("Into the void");
    await page.context().setOffline(false);
    assert.deepEqual(screen.errors, []);
  },
);
