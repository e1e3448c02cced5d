// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { openClientAs, type Screen } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

const sidebar = ({ page }: Screen) => page.getByRole("navigation", { name: "Conversations" });
const row = (screen: Screen, name: RegExp) => sidebar(screen).getByRole("link", { name });
const widthOf = async (screen: Screen): Promise<number> => (await sidebar(screen).boundingBox())?.width ?? 0;

test("the sidebar can be resized and hidden, and is the same after a reload", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  const edge = page.getByRole("separator", { name: "Sidebar width" });
  await edge.press("ArrowRight");
  await edge.press("ArrowRight");
  assert.equal(await widthOf(screen), 272 + 32);
  await page.mouse.move(304, 500);
  await page.mouse.down();
  await page.mouse.move(400, 500, { steps: 4 });
  await page.mouse.up();
  assert.equal(await widthOf(screen), 400);
  await page.reload();
  await edge.waitFor();
  assert.equal(await widthOf(screen), 400, "after a reload too");
  await screen.assertAccessible();

  await page.keyboard.press("q");
  await screen.button("Show sidebar").waitFor();
  await screen.assertAccessible("hidden");
  await page.reload();
  await screen.button("Show sidebar").click();
  await edge.dblclick();
  assert.equal(await widthOf(screen), 272);
  assert.deepEqual(screen.errors, []);
});

test("the organization menu leads to the version of the server", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  const screen = await openClientAs(browser, server, hamlet);
  const { service_version: version } = await hamlet.callOrThrow("GET", "/server_settings");
  await screen.button("Shakespeare Organization menu").click();
  await screen.page.getByRole("menuitem", { name: "About Parlance" }).click();
  await screen.page.getByRole("dialog").getByText(`Version ${version}`, { exact: true }).waitFor();
  await screen.assertAccessible();
});

test("a channel without messages says that it has no topics yet", { skip: withoutBrowser }, async () => {
  const { hamlet, iago } = await createTestOrganization(server);
  const castle = await hamlet.createChannel("castle", [hamlet, iago]);
  // The notice about the channel's creation.
  await iago.callOrThrow("POST", `/streams/${castle}/delete_topic`, { topic_name: "channel events" });
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${castle}`);
  await sidebar(screen).getByText("No topics yet").waitFor();
  assert.deepEqual(screen.errors, []);
});

test(
  "a channel lists topics with unread messages first, shows all topics on request, and can filter them",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
    for (let at = 1; at <= 9; at += 1)
      await hamlet.sendToChannel(castle, { topic: `topic ${at}`, read_by_sender: true });
    await hamlet.sendToChannel(castle, { topic: "rats", read_by_sender: true });
    await cordelia.sendToChannel(castle, { topic: "topic 1", content: "News" });
    await hamlet.callOrThrow("POST", "/user_topics", { stream_id: castle, topic: "rats", visibility_policy: 1 });
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const topics = async () => {
      const links = sidebar(screen).getByRole("link", { name: /^(topic \d|rats|channel events)/ });
      return (await links.allInnerTexts()).map((text) => text.split("\n")[0]);
    };
    await row(screen, /^castle/).focus();
    await page.keyboard.press("ArrowRight");
    await screen.button("Show 6 more topics").waitFor();
    assert.deepEqual(await topics(), ["topic 1", "topic 9", "topic 8", "topic 7", "topic 6"], "unread ones first");

    await screen.button("Show 6 more topics").click();
    await row(screen, /^topic 2/).waitFor();
    assert.equal((await topics()).at(-1), "rats", "what is muted is the last");
    const filter = page.getByRole("textbox", { name: "Filter topics" });
    await filter.fill("IC 3");
    await row(screen, /^topic 9/).waitFor({ state: "detached" });
    await row(screen, /^topic 3/).waitFor();
    await filter.press("Escape");
    await screen.button("Show 6 more topics").waitFor();
    await screen.assertAccessible();

    await row(screen, /^castle/).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "topic 1" }).waitFor();
    await row(screen, /^castle$/).waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "unread counts change when messages are received or read, in this browser or elsewhere",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const castle = await hamlet.createChannel("castle", [hamlet, cordelia]);
    const moat = await hamlet.createChannel("moat", [hamlet, cordelia]);
    await hamlet.callOrThrow("POST", "/users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: moat, property: "is_muted", value: true }],
    });
    const [screen, elsewhere] = await Promise.all([
      openClientAs(browser, server, hamlet),
      openClientAs(browser, server, hamlet),
    ]);
    await cordelia.sendToChannel(castle, { topic: "ghosts", content: "@**King Hamlet** look" });
    await cordelia.sendToChannel(castle, { topic: "ghosts", content: "there" });
    await cordelia.sendToChannel(moat, { topic: "frogs", content: "quack" });
    await cordelia.sendDirectMessage(hamlet, { content: "Where are you?" });
    for (const one of [screen, elsewhere]) {
      await row(one, /^Inbox 3 unread/).waitFor();
      await row(one, /^Mentions 1 unread/).waitFor();
      await row(one, /^castle 2 unread/).waitFor();
      await row(one, /^Cordelia 1 unread/).waitFor();
      await row(one, /^moat$/).waitFor();
      await one.page.waitForFunction(() => document.title.startsWith("(3) "));
    }
    await screen.goTo(`#narrow/channel/${castle}/topic/ghosts`);
    for (const one of [screen, elsewhere]) {
      await row(one, /^Inbox 1 unread/).waitFor();
      await row(one, /^Mentions$/).waitFor();
      await one.page.waitForFunction(() => document.title.startsWith("(1) "));
      assert.deepEqual(one.errors, []);
    }
  },
);

test(
  "channel folders can be reordered for all users, by dragging and with the keyboard",
  { skip: withoutBrowser },
  async () => {
    const { desdemona, hamlet } = await createTestOrganization(server);
    for (const name of ["Kitchen", "Garden"]) {
      const { channel_folder_id } = await desdemona.callOrThrow("POST", "/channel_folders/create", {
        name,
        description: "",
      });
      await desdemona.createChannel(`${name} talk`, [desdemona, hamlet], { folder_id: channel_folder_id });
    }
    const [owner, member] = await Promise.all([
      openClientAs(browser, server, desdemona),
      openClientAs(browser, server, hamlet),
    ]);
    const inOrder = async (screen: Screen, names: readonly string[]) =>
      screen.page.waitForFunction((wanted) => {
        const heads = [...document.querySelectorAll("nav h2")].map((one) => one.textContent ?? "");
        return JSON.stringify(heads.filter((name) => wanted.includes(name))) === JSON.stringify(wanted);
      }, names);
    await inOrder(owner, ["Kitchen", "Garden"]);
    await owner.page.getByRole("button", { name: "Move Garden" }).press("ArrowUp");
    for (const screen of [owner, member]) await inOrder(screen, ["Garden", "Kitchen"]);

    const [grip, head] = [owner.page.getByRole("button", { name: "Move Kitchen" }), owner.button("Garden")];
    await grip.hover();
    await owner.page.mouse.down();
    const { x = 0, y = 0 } = (await head.boundingBox()) ?? {};
    await owner.page.mouse.move(x + 10, y - 4, { steps: 5 });
    await owner.page.mouse.up();
    for (const screen of [owner, member]) await inOrder(screen, ["Kitchen", "Garden"]);
    assert.equal(await member.page.getByRole("button", { name: "Move Kitchen" }).count(), 0, "a member cannot");
    await owner.assertAccessible();
    for (const { errors } of [owner, member]) assert.deepEqual(errors, []);
  },
);
