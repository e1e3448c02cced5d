import assert from "node:assert/strict";
import { test } from "node:test";
import { NarrowTerms, type NarrowMessage } from "#narrow/index.ts";
import { createTestOrganization, type TestUser, type Narrow, writeRowsDirectly } from "@parlance/testkit";
import { prepareSearch } from "./message-search.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";

const term = (operator: string, operand: string | number | readonly number[]) => ({ operator, operand });
const not = (operator: string, operand: string | number | readonly number[]) => ({ operator, operand, negated: true });

const CONTENTS = {
  link: "https://example.com",
  image: "https://example.com/cat.png",
  attachment: "[a file](URL)",
};

/** Names of the messages that have a reaction. */
const REACTED: readonly string[] = ["upper", "pair"];

/** Creates one message of each kind. Returns the messages' ids by kind, with the users and channels. */
async function library() {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const denmark = await hamlet.createChannel("Denmark", [hamlet, othello]);
  const venice = await hamlet.createChannel("Venice", [hamlet, othello], { invite_only: true });
  const muted = await hamlet.createChannel("noise", [hamlet, othello]);
  await writeRowsDirectly(realm, (tx) =>
    tx
      .updateTable("subscription")
      .set({ is_muted: true })
      .where("channel_id", "=", muted)
      .where("user_id", "=", hamlet.id)
      .execute(),
  );
  const inDenmark = (more: object) => othello.sendToChannel("Denmark", { topic: "castle", ...more });
  const messages = {
    plain: await inDenmark({}),
    upper: await othello.sendToChannel("Denmark", { topic: "CASTLE" }),
    resolved: await othello.sendToChannel("Denmark", { topic: "\u2714 castle" }),
    empty: await othello.sendToChannel("Denmark", { topic: "" }),
    link: await inDenmark({ content: CONTENTS.link }),
    image: await inDenmark({ content: CONTENTS.image }),
    attachment: await inDenmark({ content: CONTENTS.attachment.replace("URL", await uploadAs(othello)) }),
    mentioned: await inDenmark({ content: "@**King Hamlet**" }),
    wildcard: await inDenmark({ content: "@**all**" }),
    venice: await othello.sendToChannel("Venice", { topic: "castle" }),
    noise: await othello.sendToChannel("noise", { topic: "castle" }),
    own: await hamlet.sendToChannel("Denmark", { topic: "castle", read_by_sender: true }),
    pair: await othello.sendDirectMessage([hamlet]),
    group: await othello.sendDirectMessage([hamlet, cordelia]),
    note: await hamlet.sendDirectMessage([hamlet], { read_by_sender: true }),
    starred: await cordelia.sendDirectMessage([hamlet]),
  };
  await hamlet.callOrThrow("POST", "/messages/flags", { op: "add", flag: "starred", messages: [messages.starred] });
  await hamlet.callOrThrow("POST", "/messages/flags", {
    op: "add",
    flag: "read",
    messages: [messages.plain, messages.pair],
  });
  for (const [name, id] of Object.entries(messages)) {
    if (REACTED.includes(name)) await hamlet.callOrThrow("POST", `/messages/${id}/reactions`, { emoji_name: "car" });
  }
  return { ...realm, denmark, venice, muted, messages };
}

type Kind = keyof Awaited<ReturnType<typeof library>>["messages"];

/** Returns the kinds of the messages that a narrow finds. Messages posted by the server are ignored. */
async function finds(person: TestUser, known: Record<Kind, number>, narrow: Narrow): Promise<Kind[]> {
  const answer = await person.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 1000, narrow });
  const names = new Map(Object.entries(known).map(([name, id]) => [id, name as Kind]));
  return answer.messages.flatMap(({ id }) => names.get(id) ?? []);
}

const shelves = await library();
const { hamlet, othello, cordelia, messages, denmark } = shelves;
const all = Object.keys(messages) as Kind[];
const direct: Kind[] = ["pair", "group", "note", "starred"];
const channel = all.filter((kind) => !direct.includes(kind));
const inDenmark: Kind[] = channel.filter((kind) => kind !== "venice" && kind !== "noise");
const inCastle: Kind[] = channel.filter((kind) => kind !== "resolved" && kind !== "empty");
const except = (...kinds: Kind[]) => all.filter((kind) => !kinds.includes(kind));

const table: readonly [narrow: Narrow, kinds: readonly Kind[]][] = [
  [[], all],
  [[term("channel", denmark)], inDenmark],
  [[term("channel", "denmark")], inDenmark],
  [[["stream", " DENMARK "]], inDenmark],
  [[not("channel", denmark)], except(...inDenmark)],
  [[term("channel", denmark), term("channel", "Venice")], []],
  [[term("channels", "public")], channel.filter((kind) => kind !== "venice")],
  [[["streams", "public"]], channel.filter((kind) => kind !== "venice")],
  [[term("channels", "web-public")], []],
  [[not("channels", "public")], ["venice", ...direct]],
  [[["topic", "Castle"]], inCastle],
  [[term("channel", "Denmark"), term("topic", "castle")], inCastle.filter((kind) => inDenmark.includes(kind))],
  [[term("topic", "")], ["empty"]],
  [[term("topic", "general chat")], ["empty"]],
  [[not("topic", "")], except("empty")],
  [[term("dm", [othello.id])], ["pair"]],
  [[term("dm", [hamlet.id, othello.id, othello.id])], ["pair"]],
  [[term("dm", othello.id)], ["pair"]],
  [[["pm-with", `${othello.email}, ${cordelia.email.toUpperCase()}`]], ["group"]],
  [[["pm_with", ` ${othello.email} `]], ["pair"]],
  [[term("dm", [hamlet.id])], ["note"]],
  [[term("dm", [])], []],
  [[term("dm", [shelves.iago.id])], []],
  [[not("dm", [othello.id])], except("pair")],
  [[term("dm-including", othello.id)], ["pair", "group"]],
  [[term("dm-including", hamlet.email)], direct],
  [[not("dm-including", cordelia.id)], except("group", "starred")],
  [[term("group-pm-with", cordelia.email)], ["group"]],
  [[["group_pm_with", othello.email]], ["group"]],
  [[term("sender", othello.email)], except("own", "note", "starred")],
  [[term("sender", cordelia.id)], ["starred"]],
  [[not("sender", othello.id)], ["own", "note", "starred"]],
  [[term("id", messages.venice)], ["venice"]],
  [[term("id", String(messages.venice)), term("channel", "Denmark")], []],
  [[not("id", messages.venice)], except("venice")],
  [[term("id", 0)], []],
  [[term("near", messages.plain)], all],
  [[not("near", "7")], all],
  [[["has", "link"]], ["link", "image", "attachment"]],
  [[["has", "image"]], ["image"]],
  [[["has", "attachment"]], ["attachment"]],
  [[["has", "reaction"]], ["upper", "pair"]],
  [[not("has", "link")], except("link", "image", "attachment")],
  [[["in", "all"]], all],
  [[not("in", "all")], all],
  [[["in", "home"]], except("noise")],
  [[not("in", "home")], ["noise"]],
  [[["is", "muted"]], ["noise"]],
  [[["is", "dm"]], direct],
  [[["is", "private"]], direct],
  [[not("is", "dm")], channel],
  [[["is", "starred"]], ["starred"]],
  [[not("is", "starred")], except("starred")],
  [[["is", "unread"]], except("plain", "pair", "own", "note")],
  [[not("is", "unread")], ["plain", "own", "pair", "note"]],
  [[["is", "mentioned"]], ["mentioned", "wildcard"]],
  [
    [["is", "mentioned"], ["is", "unread"], term("channel", denmark)],
    ["mentioned", "wildcard"],
  ],
  [[["is", "alerted"]], []],
  [[["is", "resolved"]], ["resolved"]],
  [[["is", "resolved"], term("channel", denmark)], ["resolved"]],
  [[not("is", "resolved"), not("topic", "castle"), not("is", "dm")], ["empty"]],
];

for (const [narrow, kinds] of table) {
  const name = JSON.stringify(narrow).replaceAll(/"(operator|operand|negated)":/g, "");
  test(`${name} finds ${kinds.join(", ") || "nothing"}`, async () => {
    assert.deepEqual(await finds(hamlet, messages, narrow), kinds);
  });
}

/** Converts the messages to the type that narrows are matched against, by kind. */
async function atHand(): Promise<Map<Kind, NarrowMessage>> {
  const { messages: newest } = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 1000,
    allow_empty_topic_name: true,
  });
  const byId = new Map(newest.map((message) => [message.id, message]));
  return new Map(
    all.map((kind) => {
      const message = byId.get(messages[kind])!;
      const place = message.display_recipient;
      const facts = {
        id: messages[kind],
        recipientId: message.recipient_id,
        senderId: message.sender_id,
        channel: typeof place === "string" ? { isPublic: place !== "Venice", isWebPublic: false } : null,
        topic: message.subject,
        hasLink: kind in CONTENTS,
        hasImage: kind === "image",
        hasAttachment: kind === "attachment",
        hasReaction: REACTED.includes(kind),
        flags: new Set(message.flags),
      };
      return [kind, facts];
    }),
  );
}

test("matching a single message against a narrow has the same result as the query for the narrow", async () => {
  const known = await atHand();
  const realm = {
    id: shelves.realmId,
    subdomain: shelves.host.split(".")[0]!,
    url: `http://${shelves.host}`,
    gravatar: true,
    webPublicChannels: true,
  };
  const viewer = { id: hamlet.id, realmId: realm.id, role: 400 as const, isSpectator: false };
  const { db, snapshots } = shelves.server;
  const snapshot = await snapshots.current(realm.id);
  for (const [narrow, kinds] of table) {
    const terms = NarrowTerms.parse(narrow);
    const { narrow: understood } = await prepareSearch({ db: db.reader, snapshot, realm, viewer }, terms);
    const matching = all.filter((kind) => understood.matches(known.get(kind)!));
    assert.deepEqual(matching, kinds, JSON.stringify(narrow));
  }
});

test("invalid terms are rejected with an error that names them", async () => {
  const refused: readonly [narrow: Narrow, desc: string][] = [
    [[term("colour", "red")], "unknown operator colour"],
    [[["-channel", "Denmark"]], "unknown operator -channel"],
    [[term("constructor", "x")], "unknown operator constructor"],
    [[term("channel", "Elsinore")], "unknown channel Elsinore"],
    [[term("channel", 1_000_000)], "unknown channel 1000000"],
    [[term("channel", 9_000_000_000)], "unknown channel 9000000000"],
    [[term("channels", "private")], "unknown channels operand private"],
    [[term("dm", "ghost@example.com")], "unknown user in ghost@example.com"],
    [[term("dm", [othello.id, 1_000_000])], `unknown user in [${othello.id}, 1000000]`],
    [[term("dm-including", "ghost@example.com")], "unknown user ghost@example.com"],
    [[term("group-pm-with", 1_000_000)], "unknown user 1000000"],
    [[term("sender", "ghost@example.com")], "unknown user ghost@example.com"],
    [[term("id", "seven")], "Invalid message ID"],
    [[term("has", "poll")], "unknown 'has' operand poll"],
    [[term("in", "attic")], "unknown 'in' operand attic"],
    [[term("is", "toString")], "unknown 'is' operand toString"],
    [[term("topic", "t"), term("dm", [othello.id])], "No message can be both a channel message and direct message"],
    [
      [
        ["is", "dm"],
        ["is", "resolved"],
      ],
      "No message can be both a channel message and direct message",
    ],
    [[term("is", "nothing"), term("channel", "Elsinore")], "unknown 'is' operand nothing"],
    [[term("channel", "Elsinore"), term("is", "nothing")], "unknown channel Elsinore"],
  ];
  for (const [narrow, desc] of refused) {
    const { status, code, msg, body } = await hamlet.get("/messages", { anchor: "newest", num_before: 1, narrow });
    assert.deepEqual([status, code, msg], [400, "BAD_NARROW", `Invalid narrow operator: ${desc}`]);
    assert.equal(body["desc"], desc);
  }
  assert.deepEqual(await finds(hamlet, messages, [not("topic", "t"), term("dm", [othello.id])]), ["pair"]);
});

test("a narrow that is not a list of valid terms is rejected", async () => {
  for (const narrow of [{}, [1], [["is"]], [["is", "dm", "x"]], [["is", 1]], [{ operator: "is" }], [term("is", 1)]]) {
    const { status, code } = await hamlet.call("GET", "/messages", { anchor: "newest", num_before: 1, narrow });
    assert.deepEqual([status, code], [400, "BAD_REQUEST"], JSON.stringify(narrow));
  }
  const { msg } = await hamlet.call("GET", "/messages", { anchor: "newest", num_before: 1, narrow: "{" });
  assert.equal(msg, "narrow is not valid JSON");
});
