import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  startServerBeside,
  startServer,
  type TestServer,
} from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { MessageContentCache } from "./message-content-cache.ts";
import { createSharedMessageJson } from "./shared-message-json.ts";

/* Each process caches messages until they change. The tests change a message at one of two processes. The next page
   that either process serves must show the change. */

const { rounds: ROUNDS } = randomRun({ rounds: 4, exploreRounds: 100 });

interface Place {
  readonly reader: TestUser;
  readonly channel: number;
}

const everything = async ({ reader, channel }: Place, server: TestServer, more = {}) => {
  const narrow = [{ operator: "channel", operand: channel }];
  const page = { anchor: "newest", num_before: 100, client_gravatar: false, narrow, ...more };
  return (await reader.at(server).callOrThrow("GET", "/messages", page)).messages;
};

async function twoProcesses() {
  const here = await startServer();
  const servers = [here, await startServerBeside(here)];
  const realm = await createTestOrganization(here);
  const { hamlet, othello, iago } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, iago]);
  const message = await hamlet.sendToChannel(channel, { topic: "ghost", content: "/poll Who is there?\nNay" });
  const place = { reader: othello, channel };
  /**
   * Makes both processes cache the message, then performs the change. Asserts that both processes return the same
   * message afterward, and returns it.
   */
  const after = async (act: () => Promise<unknown>, more = {}) => {
    for (const server of servers) await everything(place, server, more);
    await act();
    const pages = await Promise.all(servers.map((server) => everything(place, server, more)));
    const [shown, elsewhere] = pages.map((page) => page.find(({ id }) => id === message));
    assert.deepEqual(elsewhere, shown);
    return shown;
  };
  return { ...realm, servers, channel, message, place, after };
}

test("the next page from either process shows each change of a message, its channel, its sender, its topic links and the reader's flags", async () => {
  const { hamlet, othello, iago, channel, message, after } = await twoProcesses();
  const changes = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

  const reacted = await after(() =>
    othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "smile" }),
  );
  assert.equal(reacted?.reactions.length, 1);
  const voted = await after(() =>
    othello.callOrThrow("POST", "/submessage", {
      message_id: message,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    }),
  );
  assert.equal(voted?.submessages.length, 2);
  const moved = await after(() => iago.callOrThrow("PATCH", `/messages/${message}`, { topic: "play", ...changes }));
  assert.deepEqual([moved?.subject, moved?.edit_history?.length], ["play", 1]);
  const renamed = await after(() => iago.callOrThrow("PATCH", `/streams/${channel}`, { new_name: "elsinore" }));
  assert.equal(renamed?.display_recipient, "elsinore");
  const named = await after(() => iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { full_name: "Prince of Denmark" }));
  assert.equal(named?.sender_full_name, "Prince of Denmark");
  const linked = await after(() =>
    iago.callOrThrow("POST", "/realm/filters", { pattern: "play", url_template: "https://example.com/play" }),
  );
  assert.deepEqual(linked?.topic_links, [{ text: "play", url: "https://example.com/play" }]);
  const read = await after(() =>
    othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: [message] }),
  );
  assert.deepEqual(read?.flags, ["read"]);
});

test("the next page shows an edit both as HTML and as Markdown", async () => {
  const { hamlet, channel, servers, place } = await twoProcesses();
  const message = await hamlet.sendToChannel(channel, { content: "To *be*" });
  for (const apply_markdown of [true, false]) {
    for (const server of servers) await everything(place, server, { apply_markdown });
  }
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: "Not to *be*" });
  for (const server of servers) {
    const pages = await Promise.all(
      [true, false].map((apply_markdown) => everything(place, server, { apply_markdown })),
    );
    const contents = pages.map((page) => page.at(-1)?.content);
    assert.deepEqual(contents, ["<p>Not to <em>be</em></p>", "Not to *be*"]);
  }
});

test("each reader of a cached message gets his or her own flags, and a name for the empty topic if the client does not support empty topics", async () => {
  const { hamlet, othello, channel, servers } = await twoProcesses();
  const message = await hamlet.sendToChannel(channel, { topic: "", content: `Alas, @**${othello.fullName}**` });
  await hamlet.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: [message] });
  const [server] = servers as [TestServer];
  const last = async (reader: TestUser, more = {}) => (await everything({ reader, channel }, server, more)).at(-1);
  const [own, others] = [await last(hamlet), await last(othello, { allow_empty_topic_name: true })];
  assert.deepEqual([own?.flags, own?.subject], [["read"], "general chat"]);
  assert.deepEqual([others?.flags, others?.subject], [["mentioned"], ""]);
});

test("pages fetched during edits contain only versions of messages that existed at the same time, and never older versions than the page before", async () => {
  const { hamlet, channel, servers, place } = await twoProcesses();
  const ids = [
    await hamlet.sendToChannel(channel, { content: "0" }),
    await hamlet.sendToChannel(channel, { content: "0" }),
  ];
  const over = new AbortController();
  const reads = servers.map(async (server) => {
    let last = 0;
    while (!over.signal.aborted) {
      const page = (await everything(place, server)).filter(({ id }) => ids.includes(id));
      const versions = page.map(({ content, edit_history: history }) => [
        Number(content.slice(3, -4)),
        history?.length ?? 0,
      ]);
      for (const [content, edits] of versions) assert.equal(content, edits);
      const [first = 0, second = 0] = versions.map(([content]) => content);
      assert.ok(first - second === 0 || first - second === 1, `${first} and ${second}`);
      assert.ok(second >= last, `${second} after ${last}`);
      last = second;
    }
  });
  for (let n = 1; n <= ROUNDS; n += 1) {
    for (const id of ids) await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: String(n) });
  }
  over.abort();
  await Promise.all(reads);
});

test("the cache stays within its memory limit and evicts the least recently used entries", () => {
  const texts = new MessageContentCache(10_000);
  const text = (version: number) => ({ version, topic: "topic", json: Buffer.alloc(700) });
  const open = texts.forFormat("html");
  for (let id = 1; id <= 100; id += 1) {
    open.put(id, text(id));
    assert.ok(open.get(1, 1), `forgot what was asked for just now, at ${id}`);
  }
  assert.ok(texts.bytes <= 10_000);
  assert.deepEqual([open.get(100, 100)?.version, open.get(50, 50), open.get(100, 99)], [100, undefined, undefined]);
  assert.equal(texts.forFormat("markdown").get(100, 100), undefined);
});

test("a cached text uses no memory beyond its own bytes", () => {
  const row = {
    id: 1,
    version: 1,
    topic: "",
    client: "website",
    sent_at: 0,
    body: "<p>ü</p>",
    source: "ü",
    html: null,
  };
  const { json } = createSharedMessageJson({ ...row, edited_at: null, moved_at: null }, true);
  assert.equal(json.buffer.byteLength, json.byteLength);
});

test("content that was being loaded when the cache was cleared is not cached", () => {
  const texts = new MessageContentCache();
  const before = texts.forFormat("html");
  texts.clear();
  before.put(1, { version: 1, topic: "topic", json: Buffer.alloc(10) });
  assert.equal(texts.forFormat("html").get(1, 1), undefined);
  assert.equal(texts.bytes, 0);
});
