// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, seconds, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { onEachScreen, openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

const heading = ({ page }: Screen, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test(
  "menus and dialogs can be used with the keyboard alone, and return the focus to where it was before",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await hamlet.sendToChannel(channel, { topic: "ghosts", content: "It is cold" });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const { keyboard } = page;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("It is cold");
    const own = page.getByRole("button", { name: "King Hamlet Account menu" });
    await own.press("Enter");
    await page.locator("[role=menuitem]:focus", { hasText: "Set a status" }).waitFor();
    await keyboard.press("Enter");
    await page.locator("[role=dialog] input:focus").waitFor();
    await keyboard.type("At the play");
    await keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "At the play" }).waitFor();

    await screen.messages("It is cold").focus();
    await keyboard.press("e");
    await keyboard.type(", and I am sick at heart");
    await page.locator("article textarea:focus").waitFor();
    await keyboard.press("Control+Enter");
    await page.locator("[data-message]:focus", { hasText: "It is cold, and I am sick at heart" }).waitFor();

    await keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Move messages" });
    await dialog.getByRole("combobox", { name: "Topic" }).fill("watch");
    await dialog.getByText("This creates a new topic.").waitFor();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await heading(screen, "watch").waitFor();

    await keyboard.press("g");
    await page.locator("[role=menuitem]:focus", { hasText: "Settings" }).waitFor();
    await keyboard.press("Enter");
    await heading(screen, "Settings").waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "a key that is pressed while the code of the menus is loading opens the menu",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const pressed = Promise.withResolvers<void>();
    await page.route("**/assets/overlay-bundle-*.js", async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.reload();
    const own = page.getByRole("button", { name: "King Hamlet Account menu" });
    await own.focus();
    const early = await own.elementHandle();
    await page.keyboard.down("Enter");
    pressed.resolve();
    await page.waitForFunction((button) => !button?.isConnected, early);
    await page.keyboard.up("Enter");
    await page.locator("[role=menuitem]:focus", { hasText: "Set a status" }).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "the action bar of a message stays visible while the pointer is over the message, even if the focus moves",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet]);
    await hamlet.sendToChannel(channel, { topic: "ghosts", content: "It is cold" });
    const screen = await openClientAs(browser, server, hamlet);
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.messages("It is cold").focus();
    await screen.messages("It is cold").hover();
    await screen.button("Add reaction").click();
    await screen.page.getByRole("combobox", { name: "Search emoji" }).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

onEachScreen("a message sent to another conversation shows a notice with a link to that conversation", async (look) => {
  const { hamlet, cordelia, othello } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, hamlet, look);
  const { page } = screen;
  await screen.goTo(`#narrow/dm/${cordelia.id}`);
  await screen.press(screen.button("Change channel or recipients"));
  await page.getByRole("combobox", { name: "Channel or people" }).fill("othe");
  const found = page.getByRole("option", { name: /Othello/ });
  await found.waitFor();
  const box = await found.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0), "all of it is in view");
  await screen.press(found);
  await screen.sendMessage("Watch with us");
  await screen.press(screen.button("Go to conversation"));
  await page.waitForURL(new RegExp(`dm/${othello.id}`));
  await screen.waitForMessage("Watch with us");
  assert.deepEqual(screen.errors, []);
});

onEachScreen("invitations and administrator pages are offered only to users who may use them", async (look) => {
  const { desdemona, iago, hamlet } = await createTestOrganization(server);
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_invite_users_group: { new: await groupOf(iago) },
    create_multiuse_invite_group: { new: await groupOf(iago) },
  });
  for (const [person, name, offered] of [
    [iago, "Iago", 1],
    [hamlet, "King Hamlet", 0],
  ] as const) {
    const screen = await openClientAs(browser, server, person, look);
    const { page } = screen;
    await screen.goToConversationList();
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).waitFor();
    await screen.press(page.getByRole("button", { name: "Shakespeare Organization menu" }));
    await page.getByRole("menuitem", { name: "Organization settings" }).waitFor();
    assert.equal(await page.getByRole("menuitem", { name: "Invite people" }).count(), offered);
    await screen.press(page.getByRole("menuitem", { name: "Organization settings" }));
    await page.getByRole("link", { name: "Permissions" }).waitFor({ state: "attached" });
    assert.equal(await page.getByRole("link", { name: "Audit log" }).count(), offered);
    assert.deepEqual(screen.errors, []);
  }
});

/** Returns the id of the group of administrators. */
async function groupOf(iago: Awaited<ReturnType<typeof createTestOrganization>>["iago"]): Promise<number> {
  const { user_groups: groups } = await iago.get("/user_groups", {});
  const found = (groups as { id: number; name: string }[]).find(({ name }) => name === "role:administrators");
  return found?.id ?? 0;
}

test("the page of a user who is deactivated shows that the user is logged out", { skip: withoutBrowser }, async () => {
  const { iago, hamlet } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, hamlet);
  await heading(screen, "Inbox").waitFor();
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`, {});
  await screen.page.getByText("You're logged out.").waitFor();
  await screen.button("Log in").click();
  await screen.page.getByLabel("Email address").waitFor();
  await screen.page.locator("input[type=email]:focus").waitFor();
});

/**
 * Makes intervals of the page fire at least every second, and allows the test to shift the server's time that the page
 * receives.
 */
function hurries(): void {
  const [every, SOON_MS] = [globalThis.setInterval, 1_000];
  Object.assign(globalThis, { setInterval: (act: () => void, ms = 0) => every(act, Math.min(ms, SOON_MS)) });
  const { parse } = Date;
  Date.parse = (text) => parse(text) + Number(document.documentElement.dataset["ahead"] ?? 0);
}

test(
  "a user who stays active is shown as active, and a user who has left is not",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia, othello } = await createTestOrganization(server);
    const ping = { status: "active", ping_only: true };
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await page.addInitScript(hurries);
    await page.reload();
    await Promise.all([cordelia, othello].map(async (one) => one.callOrThrow("POST", "/users/me/presence", ping)));
    await screen.goTo(`#user/${othello.id}`);
    const here = page.getByText("Active now");
    await here.waitFor();
    clock.shiftWallClock(seconds(65));
    // The presence must be fetched for this, because events do not report users who were already active.
    await cordelia.callOrThrow("POST", "/users/me/presence", ping);
    await page.evaluate((ms) => (document.documentElement.dataset["ahead"] = String(ms)), seconds(210));
    await here.waitFor({ state: "detached" });
    await screen.goTo(`#user/${cordelia.id}`);
    await here.waitFor();
    assert.deepEqual(screen.errors, []);
  },
);
