import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  createTestOrganization,
  startServer,
  type TestUser,
  type Narrow,
  type ResponseOf,
} from "@parlance/testkit";
import { contentsFoundBy, foundMessages, idsIn, index, not, searchAs } from "#search/fixtures/searching.ts";

const term = (operator: string, operand: string | number | readonly number[], negated = false) => ({
  operator,
  operand,
  negated,
});

test("a text search can be combined with other terms", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago } = realm;
  const court = await hamlet.createChannel("court", [hamlet, othello]);
  const stage = await hamlet.createChannel("stage", [hamlet, othello]);
  const inCourt = await hamlet.sendToChannel(court, { topic: "plays", content: "a crown" });
  const inStage = await othello.sendToChannel(stage, { topic: "plays", content: "the crown at https://crown.example" });
  const other = await hamlet.sendToChannel(stage, { topic: "props", content: "crowns" });
  const direct = await hamlet.sendDirectMessage(othello, { content: "my crown" });
  const toIago = await hamlet.sendDirectMessage(iago, { content: "crown?" });
  await othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: [other, direct] });
  await othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "starred", messages: [inCourt] });

  const all = [inCourt, inStage, other, direct];
  assert.deepEqual(await foundMessages(realm, othello, "crown"), all);
  const expected: [ReturnType<typeof term>, number[]][] = [
    [term("channel", court), [inCourt]],
    [term("channel", court, true), [inStage, other, direct]],
    [term("topic", "PLAYS"), [inCourt, inStage]],
    [term("sender", hamlet.id), [inCourt, other, direct]],
    [term("dm", [hamlet.id]), [direct]],
    [term("is", "dm"), [direct]],
    [term("is", "unread"), [inCourt, inStage]],
    [term("is", "unread", true), [other, direct]],
    [term("is", "starred"), [inCourt]],
    [term("is", "mentioned"), []],
    [term("has", "link"), [inStage]],
    [term("id", other), [other]],
    [term("id", toIago), []],
    [term("channels", "public"), [inCourt, inStage, other]],
    [term("near", other), all],
    [term("with", inStage), [inStage]],
    [term("in", "home"), all],
  ];
  for (const [more, ids] of expected) {
    assert.deepEqual([more, await foundMessages(realm, othello, "crown", more)], [more, ids]);
    assert.deepEqual([more, await foundMessages(realm, othello, "crowning nothing", more)], [more, []]);
  }
  const listed = await contentsFoundBy(realm, othello, ["crown"], { message_ids: [toIago, other, inCourt] });
  assert.deepEqual(idsIn(listed), [inCourt, other]);
});

/**
 * Sends `count` messages. Every third one contains the word "needle". Returns the ids of the messages with this word.
 */
async function write(person: TestUser, channel: number, count: number): Promise<number[]> {
  const marked: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await person.sendToChannel(channel, { content: n % 3 === 0 ? `number ${n} needle` : `number ${n}` });
    if (n % 3 === 0) marked.push(id);
  }
  return marked;
}

const facts = (answer: Awaited<ReturnType<typeof contentsFoundBy>>) => [
  idsIn(answer),
  answer["found_anchor"],
  answer["found_oldest"],
  answer["found_newest"],
];

test("a page of search results contains the requested numbers of messages before and after its anchor, and reports whether more messages match", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("hay", [hamlet, othello]);
  // The first 12 messages are in the search index, the last 12 are not yet.
  const old = await write(hamlet, channel, 12);
  await index(realm);
  const needles = [...old, ...(await write(hamlet, channel, 12))];
  const look = async (parameters: object) => facts(await searchAs(othello, ["needles"], { ...parameters }));
  const middle = needles[3]!;

  const expected: [object, unknown[]][] = [
    [{ anchor: "newest", num_before: 3 }, [needles.slice(-3), false, false, true]],
    [{ anchor: "newest", num_before: 8 }, [needles, false, false, true]],
    [{ anchor: "newest", num_before: 9 }, [needles, false, true, true]],
    [{ anchor: "oldest", num_before: 0, num_after: 5 }, [needles.slice(0, 5), false, true, false]],
    [{ anchor: "oldest", num_before: 0, num_after: 50 }, [needles, false, true, true]],
    [{ anchor: middle, num_before: 2, num_after: 2 }, [needles.slice(1, 6), true, false, false]],
    [{ anchor: middle + 1, num_before: 2, num_after: 2 }, [needles.slice(2, 6), false, false, false]],
    [{ anchor: middle, num_before: 0, num_after: 0 }, [[middle], true, false, false]],
    [{ anchor: middle, num_before: 5, num_after: 5 }, [needles, true, true, true]],
    [
      { anchor: middle, num_before: 0, num_after: 2, include_anchor: false },
      [needles.slice(4, 6), false, false, false],
    ],
    [
      { anchor: middle, num_before: 2, num_after: 0, include_anchor: false },
      [needles.slice(1, 3), false, false, false],
    ],
  ];
  for (const [parameters, wanted] of expected)
    assert.deepEqual([parameters, await look(parameters)], [parameters, wanted]);
  await index(realm);
  for (const [parameters, wanted] of expected)
    assert.deepEqual([parameters, await look(parameters)], [parameters, wanted]);
});

test("with a text search, the first unread anchor is the first unread message that matches", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("hay", [hamlet, othello]);
  const needles = await write(hamlet, channel, 9);
  await othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: needles.slice(0, 1) });
  const at = async (query: string) => {
    const answer = await contentsFoundBy(realm, othello, [query], {
      anchor: "first_unread",
      num_before: 1,
      num_after: 1,
    });
    return [answer["anchor"], idsIn(answer)];
  };
  assert.deepEqual(await at("needle"), [needles[1], needles]);
  assert.deepEqual(await at("nothing"), [10 ** 16, []]);
});

test("a spectator finds only messages in web-public channels", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const open = await desdemona.createChannel("open", [desdemona, hamlet], { is_web_public: true });
  const closed = await hamlet.createChannel("closed", [hamlet]);
  const id = await hamlet.sendToChannel(open, { content: "the needle" });
  await hamlet.sendToChannel(closed, { content: "another needle" });
  const looks = async (narrow: Narrow) => {
    const parameters = { anchor: "newest", num_before: 9, narrow };
    const { status, body } = await call(hamlet.site, { method: "GET", path: "/messages", parameters });
    return { status, ...(body as unknown as ResponseOf<"GET /messages">) };
  };
  const narrow = [term("channels", "web-public"), term("search", "needles")];

  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(realm);
    const answer = await looks(narrow);
    assert.deepEqual(idsIn(answer), [id]);
    assert.match(answer.messages[0]!.match_content!, /the <span class="highlight">needle<\/span>/);
    assert.equal((await looks(narrow.slice(1))).status, 401);
  }
});

test("matches are highlighted if and only if the narrow contains a text search", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("court", [hamlet, othello]);
  const content = "**Crowned** & [crown](https://crown.example) `<crown>`";
  await hamlet.sendToChannel(channel, { topic: "crown & <co>", content });
  const mark = (text: string) => `<span class="highlight">${text}</span>`;
  for (const apply_markdown of [true, false]) {
    const answer = await contentsFoundBy(realm, othello, ["crown"], { apply_markdown });
    const message = answer.messages[0]!;
    assert.equal(message.match_subject, `${mark("crown")} &amp; &lt;co&gt;`);
    assert.equal(
      message.match_content,
      `<p><strong>${mark("Crowned")}</strong> &amp; <a href="https://crown.example">${mark("crown")}</a> ` +
        `<code>&lt;${mark("crown")}&gt;</code></p>`,
    );
    assert.equal(message.content === content, !apply_markdown);
  }
  for (const narrow of [[], [not("horse")], [term("topic", "crown & <co>")]]) {
    const { messages } = await contentsFoundBy(realm, othello, narrow);
    assert.ok(messages.length > 0);
    for (const message of messages) assert.ok(!("match_content" in message) && !("match_subject" in message));
  }
});

test("a search finds the oldest and the newest matches among millions of messages", async () => {
  const realm = await createTestOrganization(await startServer());
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("court", [hamlet, othello]);
  const matches: number[] = [];
  // The ids are as far apart as in a history of millions of messages.
  for (const gap of [0, 10, 700_000, 2_000_000, 2_500_000]) {
    await server.db.pool.query("select setval('message_id', nextval('message_id') + $1::bigint)", [gap]);
    matches.push(await hamlet.sendToChannel(channel, { content: "a crown" }));
    await hamlet.sendToChannel(channel, { content: "a horse" });
  }
  assert.ok((matches.at(-1) ?? 0) > 5_000_000);
  await index(realm);
  assert.deepEqual(idsIn(await searchAs(othello, ["crowns"])), matches);
  const oldest = { anchor: "oldest", num_before: 0, num_after: 2 } as const;
  assert.deepEqual(idsIn(await searchAs(othello, ["crowns"], oldest)), matches.slice(0, 2));
  const around = { anchor: String(matches[2]), num_before: 1, num_after: 1 };
  assert.deepEqual(idsIn(await searchAs(othello, ["crowns"], around)), matches.slice(1, 4));
  assert.deepEqual(idsIn(await searchAs(othello, ["nothing"])), []);
});
