// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

/** Image with which the test responds to requests to other sites. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test(
  "mentions, code buttons, spoilers and links in a message work, with the mouse or with the keyboard",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia, iago } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    await hamlet.callOrThrow("POST", "/user_groups/create", {
      name: "players",
      description: "",
      members: [cordelia.id],
    });
    await iago.callOrThrow("POST", "/realm/playgrounds", {
      name: "The Globe",
      pygments_language: "Python",
      url_template: "https://play.example/run{?code}",
    });
    const other = await hamlet.sendToChannel(channel, { topic: "the other one", content: "Here too." });
    const content = [
      "Ask @**Cordelia** or @*players*, see #**castle>the other one**",
      "```python\nprint('a & b')\n```",
      "$$a^2$$",
      "```spoiler The end\nAll of them die.\n```",
      "<time:2031-01-01T12:00:00Z>",
    ].join("\n\n");
    await cordelia.sendToChannel(channel, { topic: "ghosts", content });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const message = screen.messages("Ask @Cordelia");
    await message.locator(".katex").waitFor();
    await screen.assertAccessible("a message of many parts");

    await message.getByRole("button", { name: "@Cordelia" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Cordelia").first().waitFor();
    await page.keyboard.press("Escape");

    const code = message.locator(".codehilite");
    const run = message.getByRole("link", { name: "Run code in The Globe" });
    assert.equal(await run.getAttribute("href"), "https://play.example/run?code=print%28%27a%20%26%20b%27%29");
    await code.hover();
    await message.getByRole("button", { name: "Copy code" }).click();
    await message.locator(".copy-code[data-copied]").waitFor();

    await message.getByRole("button", { name: "Show spoiler" }).press("Enter");
    await message.getByText("All of them die.").waitFor();
    assert.match(await message.locator("time[datetime^='2031']").innerText(), /2031/);

    await page.evaluate("window.isTheSamePage = true");
    await message.getByRole("link", { name: "#castle > the other one" }).click();
    await screen.waitForMessage("Here too.");
    await page.goBack();
    await message.getByRole("link", { name: "@players" }).click();
    await page.getByRole("heading", { name: "players" }).first().waitFor();
    assert.equal(await page.evaluate("window.isTheSamePage"), true);
    assert.ok(other > 0);
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "images are loaded from other sites over HTTPS, videos play in their sites' players after a click, and nothing else is loaded from other sites",
  { skip: withoutBrowser },
  async () => {
    const { hamlet } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    const requested: string[] = [];
    const html = "<!doctype html><title>player</title><p>The play begins.</p>";
    await page.route(/^https?:\/\/([\w.]+\.example|i\.ytimg\.com|www\.youtube-nocookie\.com)\//, async (route) => {
      const url = route.request().url();
      requested.push(url);
      if (url.includes("/embed/")) await route.fulfill({ contentType: "text/html", body: html });
      else await route.fulfill({ contentType: "image/png", body: PICTURE });
    });
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    const links = [
      "https://pictures.example/moor.png",
      "http://plain.example/sea.png",
      "https://videos.example/film.mp4",
      "[a song](https://sounds.example/song.mp3)",
      "https://www.youtube.com/watch?v=abc123",
    ];
    for (const link of links) await screen.sendMessage(link);
    await page.getByRole("link", { name: "Play video" }).waitFor();
    await page.locator('img[src="https://pictures.example/moor.png"]').waitFor();
    // Media that are not loaded are shown as links.
    for (const name of ["http://plain.example/sea.png", "https://videos.example/film.mp4", "a song"]) {
      await page.getByRole("link", { name }).first().waitFor();
    }
    assert.equal(await page.locator("article video, article audio").count(), 0);
    assert.deepEqual(
      requested.filter((url) => !/moor\.png$|ytimg/.test(url)),
      [],
    );

    await page.getByRole("link", { name: "Play video" }).press("Enter");
    const player = page.getByRole("dialog", { name: "Video" });
    await player.frameLocator("iframe").getByText("The play begins.").waitFor();
    await player.getByRole("link", { name: "Open in a new tab" }).waitFor();
    await screen.assertAccessible("player");
    await player.getByRole("button", { name: "Close" }).click();
    await player.waitFor({ state: "detached" });
    assert.deepEqual(screen.errors, []);
  },
);

test("uploaded videos and audio files are played in the message", { skip: withoutBrowser }, async () => {
  const { hamlet } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet]);
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet);
  const { page } = screen;
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  const files = [
    { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from("000000206674797069736f6d0000020069736f6d", "hex") },
    { name: "song.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0", "latin1") },
    { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 nothing") },
  ];
  await page.locator("input[type=file]").setInputFiles(files);
  for (const { name } of files) await screen.waitForDraftContaining(`${name}](/user_uploads`);
  await screen.composer.press("Control+Enter");
  await page.locator("article video[controls]").waitFor();
  await page.locator("article audio[controls]").waitFor();
  assert.equal(await page.locator("article a video").count(), 0);
  await page.getByRole("link", { name: "plan.pdf" }).waitFor();
  assert.deepEqual(screen.errors, []);
});

test("the text of a `/me` message follows the name of the sender", { skip: withoutBrowser }, async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
  await cordelia.sendToChannel(channel, { topic: "ghosts", content: "/me **waves**" });
  await using browser = await Browser.start(server);
  const screen = await openClientAs(browser, server, hamlet);
  await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
  await screen.waitForMessage("waves");
  const shown = await screen.messages("waves").innerText();
  assert.match(shown, /Cordelia/);
  assert.doesNotMatch(shown, /\/me/);
  assert.deepEqual(screen.errors, []);
});
