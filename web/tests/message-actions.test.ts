// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { onEachScreen, openClientAs, WIDE } from "./fixtures/screen.ts";

const server = await testServer();

/** Opens Hamlet's client at the topic "ghosts", which contains a message from Cordelia. */
async function atTheCastle(browser: Browser, options = WIDE) {
  const realm = await createTestOrganization(server);
  const { hamlet, cordelia } = realm;
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  const first = await cordelia.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
  const screen = await openClientAs(browser, server, hamlet, options);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.waitForMessage("Who is there?");
  return { realm, channel, first, screen };
}

test(
  "with the keyboard alone, an emoji can be found by name and added as a reaction",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, realm } = await atTheCastle(browser);
    const other = await openClientAs(browser, server, realm.cordelia);
    await other.goTo(new URL(screen.page.url()).hash);
    const { keyboard } = screen.page;
    await keyboard.press("k");
    await keyboard.press(":");
    await screen.page.getByRole("combobox", { name: "Search emoji" }).waitFor();
    await screen.page.getByRole("option", { name: "tada" }).waitFor();
    await screen.assertAccessible("emoji");
    await keyboard.type("ghost");
    await screen.page.getByRole("option", { name: "ghost", exact: true }).waitFor();
    await keyboard.press("Enter");
    await other.button("ghost: King Hamlet").waitFor();
    await keyboard.press("+");
    await other.button("thumbs up: King Hamlet").waitFor();
    await other.button("ghost: King Hamlet").click();
    await screen.button("ghost: you and Cordelia").or(screen.button("ghost: Cordelia and you")).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

onEachScreen("a message can be moved to another topic, and a whole topic to another channel", async (look) => {
  await using browser = await Browser.start(server);
  const { screen, realm, channel } = await atTheCastle(browser, look);
  const elsewhere = await realm.hamlet.createChannel("heath", [realm.hamlet, realm.cordelia]);
  await screen.sendMessage("Stand and unfold yourself.");
  const { page } = screen;
  await screen.waitForSentMessage("Stand and unfold yourself.");
  await screen.chooseMessageAction("Stand and unfold yourself.", "Move message");
  const dialog = page.getByRole("dialog", { name: "Move messages" });
  await dialog.getByText("The messages are already in this topic.").waitFor();
  await dialog.getByRole("combobox", { name: "Topic" }).fill("passwords");
  await dialog.getByText("1 message will be moved to #castle › passwords.").waitFor();
  await dialog.getByText("This creates a new topic.").waitFor();
  await page.keyboard.press("Tab");
  await screen.assertAccessible("move");
  await screen.press(dialog.getByRole("button", { name: "Move", exact: true }));
  await page.getByRole("heading", { level: 1, name: "passwords" }).waitFor();
  await screen.waitForMessage("Stand and unfold yourself.");
  assert.equal(await screen.messages("Who is there?").count(), 0);

  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.waitForMessage("Who is there?");
  await screen.press(screen.button("Topic actions"));
  await screen.press(page.getByRole("menuitem", { name: "Move or rename topic" }));
  const whole = page.getByRole("dialog", { name: "Move or rename topic" });
  await whole.getByRole("combobox", { name: "Channel" }).fill("heath");
  await screen.press(page.getByRole("option", { name: "heath" }));
  await whole.getByText("will be moved to #heath › ghosts.").waitFor();
  await screen.press(whole.getByRole("button", { name: "Move", exact: true }));
  await page.waitForURL((url) => url.hash.startsWith(`#narrow/channel/${elsewhere}-`));
  await screen.waitForMessage("Who is there?");
  assert.deepEqual(screen.errors, []);
});

onEachScreen("the edit history and read receipts of a message can be viewed", async (look) => {
  await using browser = await Browser.start(server);
  const { screen, realm, first } = await atTheCastle(browser, look);
  await realm.iago.callOrThrow("PATCH", "/realm", { enable_read_receipts: true });
  await realm.cordelia.callOrThrow("PATCH", `/messages/${first}`, { content: "Who goes there?" });
  await screen.waitForMessage("Who goes there?");
  const { page } = screen;
  await screen.chooseMessageAction("Who goes there?", "Edit history");
  const history = page.getByRole("dialog", { name: "Edit history" });
  await history.getByText("Cordelia edited the message").waitFor();
  await history.getByText("Cordelia sent the message").waitFor();
  await history.locator(".highlight_text_inserted").getByText("goes").waitFor();
  await screen.assertAccessible("history");
  await page.keyboard.press("Escape");
  await history.waitFor({ state: "detached" });
  await screen.chooseMessageAction("Who goes there?", "Read receipts");
  await page.getByRole("dialog", { name: "Read by 1 person" }).getByText("King Hamlet").waitFor();
  await screen.assertAccessible("readers");
  assert.deepEqual(screen.errors, []);
});

onEachScreen("a user can set a reminder for a message and report a message to the moderators", async (look) => {
  await using browser = await Browser.start(server);
  const { screen, realm, first } = await atTheCastle(browser, look);
  const court = await realm.iago.createChannel("court", [realm.iago], { invite_only: true });
  await realm.iago.callOrThrow("PATCH", "/realm", { moderation_request_channel_id: court });
  const { page } = screen;
  await screen.chooseMessageAction("Who is there?", "Remind me");
  await page.getByLabel("Note").fill("Answer her");
  await screen.assertAccessible("remind");
  await screen.press(page.getByRole("dialog").getByRole("button", { name: "Set reminder" }));
  await page.getByText("Reminder set for").waitFor();
  await screen.goTo("#reminders");
  await page.getByText("Answer her").waitFor();
  await page.goBack();
  await screen.chooseMessageAction("Who is there?", "Report");
  await page.getByLabel("Details").fill("Too many questions");
  await screen.assertAccessible("report");
  await screen.press(page.getByRole("dialog").getByRole("button", { name: "Report" }));
  await page.getByText("Message reported to the moderators").waitFor();
  const { messages } = await realm.iago.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: "channel", operand: court }],
  });
  assert.ok(messages.some(({ content }) => content.includes("Too many questions") && content.includes(String(first))));
  assert.deepEqual(screen.errors, []);
});

onEachScreen("a message can be forwarded to another user", async (look) => {
  await using browser = await Browser.start(server);
  const { screen, realm } = await atTheCastle(browser, look);
  const { page } = screen;
  await screen.chooseMessageAction("Who is there?", "Forward");
  await page.getByRole("combobox", { name: "Channel or people" }).fill("othel");
  await screen.press(page.getByRole("option", { name: /Othello/ }));
  await screen.waitForDraftContaining("Who is there?");
  await screen.pressSend();
  await screen.goTo(`#narrow/dm/${realm.othello.id}-Othello`);
  await screen.waitForMessage("said:");
  await screen.waitForMessage("Who is there?");
  assert.deepEqual(screen.errors, []);
});

test(
  "a message that is very long, or that the user has collapsed, is cut off until the user expands it",
  { skip: withoutBrowser },
  async () => {
    await using browser = await Browser.start(server);
    const { screen, realm, channel } = await atTheCastle(browser);
    const long = Array.from({ length: 120 }, (_, line) => `line ${line}`).join("\n\n");
    await realm.cordelia.sendToChannel(channel, { topic: "ghosts", content: long });
    const message = screen.messages("line 119");
    await message.getByRole("button", { name: "Show more" }).click();
    await message.getByRole("button", { name: "Show less" }).click();
    await message.getByRole("button", { name: "Show more" }).waitFor();
    const short = screen.messages("Who is there?");
    await short.focus();
    await screen.page.keyboard.press("-");
    await short.getByRole("button", { name: "Show more" }).waitFor();
    await screen.page.keyboard.press("-");
    await short.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
    assert.deepEqual(screen.errors, []);
  },
);
