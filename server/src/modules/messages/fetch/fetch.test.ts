import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageInList } from "@parlance/contract/entities/message.ts";
import {
  call,
  createTestOrganization,
  type ApiResponse,
  type Parameters,
  type TestUser,
  type Narrow,
  type ParametersOf,
} from "@parlance/testkit";

const newest = { anchor: "newest", num_before: 100 };

async function messages(person: TestUser, parameters: ParametersOf<"GET /messages"> = {}): Promise<MessageInList[]> {
  const answer = await person.callOrThrow("GET", "/messages", { ...newest, ...parameters });
  return answer.messages;
}
const ids = async (person: TestUser, narrow: Narrow = []) => (await messages(person, { narrow })).map(({ id }) => id);

test("a fetched channel message contains all fields that clients display", async () => {
  const { hamlet, othello, host, server } = await createTestOrganization();
  const stream_id = await hamlet.createChannel("denmark", [hamlet, othello]);
  const id = await othello.sendToChannel("denmark", { topic: "soliloquy", content: "To be, or *not* to be @**all**" });
  const recipient = await server.db.reader
    .selectFrom("channel")
    .select("recipient_id")
    .where("id", "=", stream_id)
    .executeTakeFirstOrThrow();

  const message = (await messages(hamlet, { client_gravatar: false })).at(-1)!;

  assert.match(message.content, /^<p>To be, or <em>not<\/em> to be <span class="user-mention/);
  assert.ok(Math.abs(message.timestamp - Date.now() / 1000) < 60);
  assert.match(message["avatar_url"] as string, /^https:\/\//);
  const { content: _, timestamp: _at, avatar_url: _picture, ...rest } = message;
  assert.deepEqual(rest, {
    id,
    type: "stream",
    stream_id,
    display_recipient: "denmark",
    subject: "soliloquy",
    recipient_id: recipient.recipient_id,
    sender_id: othello.id,
    sender_email: othello.email,
    sender_full_name: "Othello",
    sender_realm_str: host.split(".")[0],
    client: "testkit",
    content_type: "text/html",
    is_me_message: false,
    topic_links: [],
    reactions: [],
    submessages: [],
    flags: ["stream_wildcard_mentioned", "wildcard_mentioned"],
  });
});

test("a fetched direct message lists all members of the conversation, in the same way for each of them", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const id = await othello.sendDirectMessage([hamlet, cordelia], { content: "/me waves\ntwice", read_by_sender: true });
  const person = ({ id: of, email, fullName }: TestUser) => ({
    id: of,
    email,
    full_name: fullName,
    is_mirror_dummy: false,
  });
  const users = [cordelia, hamlet, othello].map(person);

  const seen = await Promise.all([hamlet, othello, cordelia].map(async (one) => (await messages(one)).at(-1)!));

  for (const message of seen) {
    assert.equal(message.id, id);
    assert.deepEqual([message["type"], message["subject"], message["is_me_message"]], ["private", "", true]);
    assert.deepEqual(message["display_recipient"], users);
    assert.equal(message["recipient_id"], seen[0]!["recipient_id"]);
    assert.ok(!("stream_id" in message));
  }
  assert.deepEqual(
    seen.map(({ flags }) => flags),
    [[], ["read"], []],
  );
  const noteId = await hamlet.sendDirectMessage([hamlet]);
  const note = (await messages(hamlet)).at(-1)!;
  assert.deepEqual([note.id, note["display_recipient"]], [noteId, [person(hamlet)]]);
});

test("parameters determine the format of fetched messages", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const id = await othello.sendToChannel("denmark", { topic: "", content: "*Words*" });
  const last = async (parameters: Parameters) => (await messages(hamlet, parameters)).at(-1)!;

  const plain = await last({});
  assert.deepEqual([plain["content"], plain["content_type"]], ["<p><em>Words</em></p>", "text/html"]);
  assert.deepEqual([plain["subject"], plain["avatar_url"]], ["general chat", null]);
  const source = await last({ apply_markdown: false, allow_empty_topic_name: true, client_gravatar: false });
  assert.deepEqual([source["content"], source["content_type"]], ["*Words*", "text/x-markdown"]);
  assert.equal(source["subject"], "");
  assert.equal(typeof source["avatar_url"], "string");

  const one = await hamlet.callOrThrow("GET", `/messages/${id}`, { apply_markdown: false });
  assert.equal(one["raw_content"], "*Words*");
  assert.deepEqual(one["message"], { ...source, subject: "general chat" });
  const html = await hamlet.callOrThrow("GET", `/messages/${id}`, { allow_empty_topic_name: true });
  assert.equal(html["raw_content"], "*Words*");
  assert.deepEqual(html["message"], { ...plain, subject: "", avatar_url: source["avatar_url"] });
});

test("the response for a message that the user cannot read is the same as for a nonexistent message", async () => {
  const { hamlet, othello, cordelia, polonius, iago } = await createTestOrganization();
  await hamlet.createChannel("public", [hamlet]);
  await hamlet.createChannel("private", [hamlet], { invite_only: true, history_public_to_subscribers: true });
  await hamlet.createChannel("protected", [hamlet], { invite_only: true, history_public_to_subscribers: false });
  const inPublic = await hamlet.sendToChannel("public");
  const inPrivate = await hamlet.sendToChannel("private");
  const inProtected = await hamlet.sendToChannel("protected");
  const direct = await hamlet.sendDirectMessage([othello]);
  const subscription = [{ name: "private" }, { name: "protected" }];
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: subscription,
    principals: [cordelia.id],
  });
  const later = await hamlet.sendToChannel("protected");
  const all = [inPublic, inPrivate, inProtected, direct, later];

  const readable = new Map<TestUser, number[]>([
    [hamlet, all],
    [cordelia, [inPublic, inPrivate, later]],
    [othello, [inPublic, direct]],
    [iago, [inPublic]],
    [polonius, []],
  ]);
  for (const [person, may] of readable) {
    for (const id of [...all, 1_000_000]) {
      const answer = await person.get(`/messages/${id}`);
      if (may.includes(id)) assert.equal(answer.message.id, id, person.fullName);
      else assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
    }
  }
  const flags = (await cordelia.callOrThrow("GET", `/messages/${inPrivate}`)).message;
  assert.deepEqual(flags["flags"], ["read", "historical"]);
});

test("a narrow to channels with shared history finds all their messages, and other narrows find only messages that the reader received", async () => {
  const { hamlet, othello, polonius, cordelia } = await createTestOrganization();
  const channel = await hamlet.createChannel("public", [hamlet]);
  await hamlet.createChannel("private", [hamlet], { invite_only: true, history_public_to_subscribers: true });
  await hamlet.createChannel("protected", [hamlet], { invite_only: true, history_public_to_subscribers: false });
  const before = [];
  for (const name of ["public", "private", "protected"])
    before.push(await hamlet.sendToChannel(name, { topic: "then" }));
  const subscriptions = [{ name: "public" }, { name: "private" }, { name: "protected" }];
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions, principals: [othello.id, polonius.id] });
  const after = [];
  for (const name of ["public", "private", "protected"]) after.push(await hamlet.sendToChannel(name, { topic: "now" }));
  const [first, second] = before;
  const only = (...wanted: (number | undefined)[]) => wanted;
  const then = ["topic", "then"] as const;

  assert.deepEqual(await ids(othello, [["topic", "now"]]), after);
  assert.deepEqual(await ids(othello, [then]), []);
  assert.deepEqual(await ids(othello, [then, { operator: "channel", operand: channel }]), only(first));
  assert.deepEqual(await ids(othello, [then, ["channel", "private"]]), only(second));
  assert.deepEqual(await ids(othello, [["channel", "protected"]]), only(after[2]));
  assert.deepEqual(await ids(othello, [then, ["channels", "public"]]), only(first));
  assert.deepEqual(await ids(othello, [then, ["channel", "public"], ["is", "unread"]]), []);
  assert.deepEqual(await ids(othello, [then, ["channel", "public"], ["is", "resolved"]]), []);
  assert.deepEqual(await ids(polonius, [then, ["channels", "public"]]), []);
  assert.deepEqual(await ids(polonius, [then, ["channel", "public"]]), only(first));
  assert.deepEqual(await ids(cordelia, [then, ["channel", "public"]]), only(first));
  assert.deepEqual(await ids(cordelia, [then, { operator: "channel", operand: channel, negated: true }]), []);
});

test("a narrow to a channel that the reader cannot read finds no messages", async () => {
  const { hamlet, iago } = await createTestOrganization();
  await hamlet.createChannel("private", [hamlet], { invite_only: true });
  await hamlet.sendToChannel("private");

  const narrow: Narrow = [["channel", "private"]];
  for (const parameters of [
    { anchor: "3", num_before: 0 },
    { anchor: "first_unread", num_after: 1 },
  ]) {
    const { anchor, ...answer } = await iago.callOrThrow("GET", "/messages", { narrow, ...parameters });
    const {
      messages: none,
      found_anchor,
      found_oldest,
      found_newest,
    } = answer as ApiResponse & Record<string, unknown>;
    assert.deepEqual([none, found_anchor, found_oldest, found_newest], [[], false, true, true]);
    assert.equal(anchor, parameters.anchor === "3" ? 3 : 10_000_000_000_000_000);
  }
});

test("after unsubscribing, users can fetch the messages they received as long as they can read the channel", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("public", [hamlet, othello]);
  await hamlet.createChannel("private", [hamlet, othello], { invite_only: true });
  const received = [await hamlet.sendToChannel("public"), await hamlet.sendToChannel("private")];
  assert.deepEqual((await ids(othello)).slice(-2), received);

  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["public", "private"] });
  const missed = await hamlet.sendToChannel("public");

  assert.equal((await ids(othello)).at(-1), received[0]);
  assert.deepEqual((await ids(othello, [["channel", "public"]])).slice(-2), [received[0], missed]);
  const [readBefore, late] = (await messages(othello, { narrow: [["channel", "public"]] })).slice(-2);
  assert.deepEqual([readBefore!["flags"], late!["flags"]], [["read"], ["read", "historical"]]);

  await othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "starred", messages: [missed] });
  assert.equal((await ids(othello)).at(-1), missed);
  assert.deepEqual(await ids(othello, [["is", "starred"]]), [missed]);
});

test("a bot that is mentioned in a channel without being subscribed finds the message among all its messages", async () => {
  const { hamlet, bot } = await createTestOrganization();
  await hamlet.createChannel("public", [hamlet]);
  const id = await hamlet.sendToChannel("public", { content: "@**Helper** come here" });
  await hamlet.sendToChannel("public");

  const found = await messages(bot);

  assert.deepEqual([found.length, found[0]?.id, found[0]?.flags], [1, id, ["read", "mentioned"]]);
  assert.deepEqual(await ids(bot, [["is", "mentioned"]]), [id]);
});

test("spectators can read only web-public channels, and only if the organization allows it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona } = realm;
  const site = hamlet.site;
  const callAnonymously = (path: string, parameters?: Parameters) =>
    call(site, { method: "GET", path, parameters, headers: {} });
  const notLoggedIn = async (path: string, parameters?: Parameters) => {
    const { status, code, msg } = await callAnonymously(path, parameters);
    const text = "Not logged in: API authentication or user session required";
    assert.deepEqual([status, code, msg], [401, "UNAUTHORIZED", text]);
  };
  const web = { operator: "channels", operand: "web-public" };
  await notLoggedIn("/messages", { ...newest, narrow: [web] });

  await realm.desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.createChannel("web", [desdemona], { is_web_public: true });
  await hamlet.createChannel("public");
  const open = await desdemona.sendToChannel("web", { topic: "t" });
  const closed = await hamlet.sendToChannel("public", { topic: "t" });

  await notLoggedIn("/messages");
  for (const narrow of [
    [],
    [{ ...web, negated: true }],
    [web, ["is", "unread"]],
    [web, ["in", "home"]],
    [["channel", "web"]],
  ]) {
    await notLoggedIn("/messages", { ...newest, narrow });
  }
  const answer = await callAnonymously("/messages", { ...newest, narrow: [web, ["topic", "t"]] });
  const found = answer["messages"] as MessageInList[];
  assert.deepEqual([found.length, found[0]?.id, found[0]?.flags], [1, open, ["read"]]);
  assert.equal(
    (await callAnonymously("/messages", { ...newest, narrow: [web, ["channel", "public"]] })).code,
    "BAD_NARROW",
  );
  assert.equal(((await callAnonymously(`/messages/${open}`))["message"] as { id: number }).id, open);
  for (const id of [closed, 1_000_000]) await notLoggedIn(`/messages/${id}`);
});
