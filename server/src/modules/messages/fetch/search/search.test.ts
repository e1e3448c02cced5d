import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestOrganization } from "@parlance/testkit";
import { foundMessages, not, searchAs } from "#search/fixtures/searching.ts";
import { stopWords } from "#search/stop-words.ts";

/**
 * Creates messages that Hamlet sends to a channel with the subscribers Hamlet and Othello. Returns the messages' ids by
 * name.
 */
async function library<Name extends string>(
  texts: Readonly<Record<Name, string | readonly [topic: string, content: string]>>,
) {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("library", [hamlet, othello]);
  const ids = {} as Record<Name, number>;
  for (const [name, text] of Object.entries(texts) as [Name, string | readonly [string, string]][]) {
    const [topic, content] = typeof text === "string" ? ["shelf", text] : text;
    ids[name] = await hamlet.sendToChannel(channel, { topic, content });
  }
  return { realm, ids, othello, channel };
}

/** Asserts that each query finds the messages with the given names when Othello searches. */
async function expect<Name extends string>(
  { realm, ids, othello }: { realm: TestOrganization; ids: Record<Name, number>; othello: TestOrganization["othello"] },
  expected: Readonly<Record<string, readonly Name[]>>,
) {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id as number, name]));
  for (const [query, wanted] of Object.entries(expected)) {
    const got = (await foundMessages(realm, othello, query)).map((id) => names.get(id));
    assert.deepEqual([query, got], [query, [...wanted]]);
  }
}

test("a search finds all forms of a word in the content and the topic, and all words must occur in the message", async () => {
  const shelf = await library({
    running: "We are RUNNING the deployments",
    runs: "It runs",
    topic: ["Deploying", "as it says above"],
    marked: "**dep**loy",
    ship: "The ship sails",
  });
  await expect(shelf, {
    run: ["running", "runs"],
    "Deployed run": ["running"],
    deployment: ["running", "topic", "marked"],
    deploy: ["running", "topic", "marked"],
    sailing: ["ship"],
    "ship deploy": [],
    horse: [],
  });
});

test("stop words in a search are ignored, and a search for stop words alone finds nothing", async () => {
  const shelf = await library({ being: "to be or not to be, that is the question", other: "a question" });
  await expect(shelf, { "the question": ["being", "other"], "to be or not to be": [], '"to be"': [], "it's the": [] });
  const { state } = await shelf.othello.registerQueue();
  assert.deepEqual(state["stop_words"], stopWords);
  assert.ok(stopWords.includes("the") && stopWords.length === 127);
});

test("a search finds parts of words, addresses and file names, and also symbols", async () => {
  const shelf = await library({
    link: "see https://example.com/manual/Chapter-12.html?page=77#top",
    named: "[the plan](https://example.com/secret)",
    file: "open `src/kernel/http_server.test.ts` now",
    version: "released v2.0.11 of C++ for €50",
    word: "unbelievable",
    html: "# heading\n\n```python\nprint(1)\n```",
  });
  await expect(shelf, {
    believ: ["word"],
    "CHAPTER-12": ["link"],
    "example.com/manual": ["link"],
    "page=77": ["link"],
    http_serv: ["file"],
    "kernel/http": ["file"],
    "v2.0": ["version"],
    "2.0.11": ["version"],
    "2.0.12": [],
    "c++": ["version"],
    "€50": ["version"],
    href: [],
    secret: [],
    codehilite: [],
    python: [],
    span: [],
    pri: ["html"],
  });
});

test("a search for one character finds it only as a word, and a search for two characters also finds words that start with them", async () => {
  const shelf = await library({ go: "let us go", google: "google it", ago: "ages ago", c: "in C", v: "x" });
  await expect(shelf, { go: ["go", "google"], c: ["c"], x: ["v"], "go us": ["go"] });
});

test("a search finds Chinese, Japanese, Korean and Thai text by one, two or more characters", async () => {
  const shelf = await library({
    chinese: "我们明天在东京塔见面",
    japanese: "東京タワーでiPhone修理をします",
    hiragana: "ひらがなのぶんしょう",
    korean: "한국어로 메시지를 씁니다",
    thai: "สวัสดีครับ",
    topic: ["会議室", "hello"],
  });
  await expect(shelf, {
    京: ["chinese", "japanese"],
    东京: ["chinese"],
    東京: ["japanese"],
    东京塔见: ["chinese"],
    京东: [],
    タワー: ["japanese"],
    iphone修理: ["japanese"],
    ぶん: ["hiragana"],
    메시지: ["korean"],
    한국: ["korean"],
    국한: [],
    สวัส: ["thai"],
    会議: ["topic"],
    议: [],
  });
});

test("a search in other scripts ignores case, and treats both Unicode forms of an accented character as equal", async () => {
  const shelf = await library({ cyrillic: "Привет, МИР", greek: "ΑΘΗΝΑ", accents: "Fa\u00e7ade d'\u00e9t\u00e9" });
  await expect(shelf, {
    мир: ["cyrillic"],
    ривет: ["cyrillic"],
    αθη: ["greek"],
    "fac\u0327ade": ["accents"],
    ÇADE: ["accents"],
  });
});

test("a search for an emoji, or for the name of an emoji, finds messages with it", async () => {
  const shelf = await library({ tada: "done :tada:", party: "party 🎉 now", thumb: "👍", none: "tad" });
  await expect(shelf, {
    "🎉": ["tada", "party"],
    ":tada:": ["tada", "party"],
    tada: ["tada", "party"],
    "👍": ["thumb"],
  });
});

test("a quoted phrase is found as it is written, except for capitalization", async () => {
  const shelf = await library({
    verbatim: "Something is Rotten in the state",
    apart: "rotten things in something, a state",
    marked: "something is **rotten** indeed",
    topic: ["something is rotten", "in Denmark"],
  });
  await expect(shelf, {
    '"something is rotten"': ["verbatim", "topic"],
    '"is **rotten**"': ["marked"],
    '"rotten in the state" something': ["verbatim"],
    '"something is rotten" denmark': ["topic"],
    '"rotten something"': [],
    'rotten "': ["verbatim", "apart", "marked", "topic"],
  });
});

test("if a narrow has several search terms, all must match, and negated ones must not", async () => {
  const { realm, ids, othello } = await library({
    both: "apples and pears",
    apples: "apples alone",
    quoted: "green apples",
    plain: "bread",
  });
  const all = [ids.both, ids.apples, ids.quoted, ids.plain];
  assert.deepEqual(await foundMessages(realm, othello, "apple", "pear"), [ids.both]);
  assert.deepEqual(await foundMessages(realm, othello, "the", "apple"), [ids.both, ids.apples, ids.quoted]);
  assert.deepEqual(await foundMessages(realm, othello, "apple", not("pear")), [ids.apples, ids.quoted]);
  const shelf = { operator: "topic", operand: "shelf" };
  assert.deepEqual(await foundMessages(realm, othello, shelf, not("apple")), [ids.plain]);
  assert.deepEqual(await foundMessages(realm, othello, shelf, not("the")), all);
  // The negated term excludes messages that contain all of its words or its quoted phrase.
  assert.deepEqual(await foundMessages(realm, othello, shelf, not('"green apples" pear')), [
    ids.both,
    ids.apples,
    ids.plain,
  ]);
});

test("an empty or too large search is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const refused = async (operand: unknown) => {
    const narrow = [{ operator: "search", operand }];
    const { status, code, msg } = await hamlet.call("GET", "/messages", {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      narrow,
    });
    return [status, code, msg];
  };
  const tooLong = [400, "BAD_NARROW", "Invalid narrow operator: search for more than 1000 characters"];
  assert.deepEqual(await refused(""), [400, "BAD_REQUEST", "operand cannot be blank."]);
  assert.deepEqual(await refused("  "), [400, "BAD_REQUEST", "operand cannot be blank."]);
  assert.deepEqual(await refused(7), [400, "BAD_REQUEST", "operand is not a string"]);
  assert.deepEqual(await refused("a".repeat(1001)), tooLong);
  assert.deepEqual(await refused(Array.from({ length: 51 }, (_, n) => `w${n}`).join(" ")), tooLong);
  for (const query of ["x".repeat(1000), "'\\\u0001&|!():*<->", "%_ \\", '"""', "'"]) {
    assert.equal((await searchAs(hamlet, [query])).result, "success", query);
  }
});
