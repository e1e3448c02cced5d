import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { clock, hours, createTestOrganization, startServer, watchEvents, type ReceivedEvent } from "@parlance/testkit";
import { indexNextMessages } from "#search/actions/index-next-messages.ts";
import {
  waitForJobs,
  jobRequests,
  htmlOf,
  previewed,
  realmWithPreviews,
  startServerWithWeb,
} from "./fixtures/organization.ts";
import { story } from "./fixtures/web.ts";

const { web, server } = await startServerWithWeb();
const embed = (url: string, title = "A story") =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" ` +
  `style="background-image: url(&quot;${web.url("/i.png")}&quot;)"></a><div class="data-container">` +
  `<div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>` +
  '<div class="message_embed_description">What happened</div></div></div>';
const updates = (events: readonly ReceivedEvent[] = []) => events.filter(({ type }) => type === "update_message");

/** Adds a page whose response is delayed until the test calls `release`. */
function addPausedPage(path: string) {
  const requested = Promise.withResolvers<ServerResponse>();
  web.pages.set(path, requested.resolve);
  return {
    url: web.url(path),
    requested: requested.promise,
    release: async () => (await requested.promise).writeHead(200, { "content-type": "text/html" }).end(story()),
  };
}

test("all recipients of a message receive an event with the preview of the page that it links to", async () => {
  const { hamlet, cordelia, othello, polonius } = await realmWithPreviews(server);
  const channel = await hamlet.createChannel("denmark", [hamlet, cordelia]);
  const url = web.story("/told");
  const content = `@**Cordelia** see ${url}`;
  let message = 0;
  const [toHamlet, toCordelia, ...toOthers] = await watchEvents([hamlet, cordelia, othello, polonius], async () => {
    message = await hamlet.sendToChannel("denmark", { content, read_by_sender: true });
    await previewed(hamlet, message);
  });
  const [update] = updates(toCordelia);
  const { id: _, edit_timestamp: at, ...event } = update!;
  const html =
    `<p><span class="user-mention" data-user-id="${cordelia.id}">@Cordelia</span> see ` +
    `<a href="${url}">${url}</a></p>\n${embed(url)}`;
  assert.deepEqual(event, {
    type: "update_message",
    user_id: null,
    rendering_only: true,
    message_id: message,
    message_ids: [message],
    flags: ["mentioned"],
    stream_id: channel,
    stream_name: "denmark",
    content,
    rendered_content: html,
    is_me_message: false,
  });
  assert.ok(Math.abs(at! - clock.now().getTime() / 1000) < 60);
  assert.deepEqual(updates(toHamlet)[0]?.["flags"], ["read"]);
  assert.deepEqual(toOthers.map(updates), [[], []]);
  // The event about the new message contains no preview yet.
  const first = toCordelia?.find(({ type }) => type === "message")?.["message"];
  assert.doesNotMatch(first!.content, /message_embed/);
});

test("adding a preview changes only the rendered message and is not recorded as an edit", async () => {
  const { hamlet, cordelia } = await realmWithPreviews(server);
  const url = web.story("/no-edit");
  const message = await hamlet.sendDirectMessage(cordelia, { content: url });
  await previewed(cordelia, message);
  const { message: seen } = await cordelia.callOrThrow("GET", `/messages/${message}`);
  assert.deepEqual([seen.last_edit_timestamp, seen.edit_history, seen.flags], [undefined, undefined, []]);
  const { message_history: history } = await hamlet.callOrThrow("GET", `/messages/${message}/history`);
  assert.equal(history.length, 1);
  const source = await hamlet.callOrThrow("GET", `/messages/${message}`, { apply_markdown: false });
  assert.equal(source["message"].content, url);
});

test("a text search finds a message by the text of its preview", async () => {
  const { realmId, hamlet, cordelia } = await realmWithPreviews(server);
  const page = addPausedPage("/found");
  const message = await hamlet.sendDirectMessage(cordelia, { content: page.url });
  await page.requested;
  await server.db.write((tx) => indexNextMessages(tx, realmId));
  await page.release();
  await previewed(cordelia, message);
  const narrow = [{ operator: "search", operand: "happened" }];
  const { messages } = await cordelia.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 9,
    num_after: 0,
    narrow,
  });
  assert.deepEqual(
    messages.map(({ id }: { id: number }) => id),
    [message],
  );
});

test("at most five pages are previewed in a message, each once, in the order of their links, and one event announces all previews", async () => {
  const { hamlet, cordelia } = await realmWithPreviews(server);
  const urls = [1, 2, 3, 4, 5, 6].map((number) => web.story(`/several/${number}`, `Story ${number}`));
  const [toCordelia] = await watchEvents([cordelia], async () => {
    const message = await hamlet.sendDirectMessage(cordelia, {
      content: `${urls.join(" ")} ${urls[0]} ${web.url("/absent")}`,
    });
    const html = await previewed(hamlet, message);
    assert.ok(
      html.endsWith(
        urls
          .slice(0, 5)
          .map((url, index) => embed(url, `Story ${index + 1}`))
          .join(""),
      ),
    );
  });
  assert.equal(updates(toCordelia).length, 1);
  assert.deepEqual([web.count("/several/1"), web.count("/several/6"), web.count("/absent")], [1, 0, 0]);
});

test("no page is fetched for an organization that has disabled previews", async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const before = await jobRequests(server);
  await hamlet.sendDirectMessage(cordelia, { content: web.story("/unwanted") });
  assert.equal(await jobRequests(server), before);
  assert.equal(web.count("/unwanted"), 0);
});

test("no page is fetched for messages of bots, for links in quotes or code, or when a text is rendered without being sent", async () => {
  const { hamlet, bot } = await realmWithPreviews(server);
  const before = await jobRequests(server);
  const url = web.story("/nothing");
  const message = await bot.sendDirectMessage(hamlet, { content: url });
  await bot.callOrThrow("PATCH", `/messages/${message}`, { content: `again ${url}` });
  await hamlet.sendDirectMessage(bot, { content: `> ${url}\n\n\`${url}\`` });
  await hamlet.callOrThrow("POST", "/messages/render", { content: url });
  assert.equal(await jobRequests(server), before);
  assert.equal(web.count("/nothing"), 0);
});

test("if previews are disabled while a page is waiting to be fetched, the page is not fetched", async () => {
  const { iago, hamlet, cordelia } = await realmWithPreviews(server);
  // Three pages, the maximum number fetched at a time, so that the next page has to wait.
  const pages = [1, 2, 3].map((number) => addPausedPage(`/held-up/${number}`));
  for (const { url } of pages) await hamlet.sendDirectMessage(cordelia, { content: url });
  await Promise.all(pages.map(({ requested }) => requested));
  await hamlet.sendDirectMessage(cordelia, { content: web.story("/too-late") });
  await iago.callOrThrow("PATCH", "/realm", { inline_url_embed_preview: false });
  for (const { release } of pages) await release();
  await waitForJobs(server);
  assert.equal(web.count("/too-late"), 0);
});

test("when an edit adds a link, the page that it leads to is previewed", async () => {
  const { hamlet, cordelia } = await realmWithPreviews(server);
  const url = web.story("/edited");
  const message = await hamlet.sendDirectMessage(cordelia, { content: "nothing yet" });
  const [toCordelia] = await watchEvents([cordelia], async () => {
    await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: `now ${url}` });
    assert.ok((await previewed(cordelia, message)).endsWith(embed(url)));
    await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: `later ${url}` });
    assert.ok((await previewed(cordelia, message)).endsWith(embed(url)));
    await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: "no more" });
    assert.equal(await htmlOf(cordelia, message), "<p>no more</p>");
    await waitForJobs(server);
    assert.equal(await htmlOf(cordelia, message), "<p>no more</p>");
  });
  const { message_history: history } = await hamlet.callOrThrow("GET", `/messages/${message}/history`);
  assert.equal(history.length, 4);
  assert.ok(history[2]?.rendered_content.endsWith(embed(url)));
  assert.deepEqual(
    updates(toCordelia).map((event) => event["rendering_only"]),
    [false, true, false, true, false],
  );
  assert.equal(web.count("/edited"), 1);
});

test("if an edit removes a link while its page is being fetched, the page is not previewed", async () => {
  const { hamlet, cordelia } = await realmWithPreviews(server);
  const page = addPausedPage("/edited-meanwhile");
  const message = await hamlet.sendDirectMessage(cordelia, { content: page.url });
  await page.requested;
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: "changed my mind" });
  const [toCordelia] = await watchEvents([cordelia], async () => {
    await page.release();
    await waitForJobs(server);
  });
  assert.deepEqual(toCordelia, []);
  assert.equal(await htmlOf(cordelia, message), "<p>changed my mind</p>");
});

test("if a message is deleted while its page is being fetched, the preview is discarded without an error", async () => {
  const { iago, hamlet, cordelia } = await realmWithPreviews(server);
  const page = addPausedPage("/deleted-meanwhile");
  const message = await hamlet.sendDirectMessage([iago, cordelia], { content: page.url });
  await page.requested;
  await iago.callOrThrow("DELETE", `/messages/${message}`);
  const [toCordelia] = await watchEvents([cordelia], async () => {
    await page.release();
    await waitForJobs(server);
  });
  assert.deepEqual(toCordelia, []);
  await previewed(cordelia, await hamlet.sendDirectMessage(cordelia, { content: page.url }));
});

test("if a message is moved while its page is being fetched, the preview is added in its new channel", async () => {
  const { iago, hamlet, cordelia, othello } = await realmWithPreviews(server);
  await iago.createChannel("denmark", [iago, hamlet, cordelia]);
  const target = await iago.createChannel("norway", [iago, hamlet, othello], { invite_only: true });
  const page = addPausedPage("/moved-meanwhile");
  const message = await hamlet.sendToChannel("denmark", { content: page.url });
  await page.requested;
  await iago.callOrThrow("PATCH", `/messages/${message}`, { stream_id: target });
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], async () => {
    await page.release();
    await previewed(othello, message);
  });
  assert.equal(updates(toOthello)[0]?.["stream_id"], target);
  assert.deepEqual(toCordelia, []);
});

test("an organization fetches a page at most once in six hours, or once an hour if the page has no preview", async () => {
  const [one, other] = [await realmWithPreviews(server), await realmWithPreviews(server)];
  const url = web.story("/remembered");
  const sendLink = async ({ hamlet, cordelia }: typeof one, content: string) => {
    const message = await hamlet.sendDirectMessage(cordelia, { content });
    await waitForJobs(server);
    return htmlOf(cordelia, message);
  };
  const counts = () => [web.count("/remembered"), web.count("/void")];
  const both = `${url}#place ${web.url("/void")}`;
  assert.match(await sendLink(one, both), /message_embed/);
  assert.match(await sendLink(one, `${url}#elsewhere ${web.url("/void")}`), /message_embed/);
  assert.deepEqual(counts(), [1, 1]);
  assert.match(await sendLink(other, both), /message_embed/);
  assert.deepEqual(counts(), [2, 2]);
  clock.shiftWallClock(hours(2));
  assert.match(await sendLink(one, both), /message_embed/);
  assert.deepEqual(counts(), [2, 3]);
  clock.shiftWallClock(hours(5));
  web.pages.delete("/remembered");
  assert.doesNotMatch(await sendLink(one, both), /message_embed/);
  assert.deepEqual(counts(), [3, 4]);
});

test("internal addresses are requested neither by a host name nor by a redirect", async () => {
  const { hamlet, cordelia } = await realmWithPreviews(server);
  const other = web.story("/secret").replace("127.0.0.1", "localhost");
  web.pages.set("/to-inside", (answer) => {
    answer.writeHead(302, { location: other }).end();
  });
  for (const content of [
    other,
    other.replace("localhost", "[::1]"),
    web.url("/to-inside"),
    "http://localhost/secret",
  ]) {
    const message = await hamlet.sendDirectMessage(cordelia, { content });
    await waitForJobs(server);
    assert.doesNotMatch(await htmlOf(cordelia, message), /message_embed/, content);
  }
  assert.deepEqual([web.count("/secret"), web.count("/to-inside")], [0, 1]);
});

test("by default, no internal host is requested, and if the operator disables previews, no host at all", async () => {
  const strict = await startServer({}, { withJobs: true });
  const silent = await startServer({ linkPreviews: false, linkPreviewInternalHosts: [web.host] }, { withJobs: true });
  const url = web.story("/operator");
  for (const own of [strict, silent]) {
    const { hamlet, cordelia } = await realmWithPreviews(own);
    const message = await hamlet.sendDirectMessage(cordelia, { content: url });
    await waitForJobs(own);
    assert.equal(await htmlOf(cordelia, message), `<p><a href="${url}">${url}</a></p>`);
    const { state } = await hamlet.registerQueue();
    assert.equal(state["server_inline_url_embed_preview"], own === strict);
    assert.equal(state["realm_inline_url_embed_preview"], true);
  }
  assert.equal(web.count("/operator"), 0);
});
