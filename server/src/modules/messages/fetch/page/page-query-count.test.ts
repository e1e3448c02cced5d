import assert from "node:assert/strict";
import { before, test } from "node:test";
import { leastWork, type Narrow, newRealm, type Person, type TestRealm } from "@parlance/testkit";

/*
 * A page is one statement: it finds the messages, says what they are to their reader, and tells how far the organization's log
 * is. What they say is kept from pages before.
 */

let realm: TestRealm;
let channel: number;
let middle: number;

before(async () => {
  realm = await newRealm();
  const { hamlet, othello } = realm;
  channel = await hamlet.creates("denmark", [hamlet, othello]);
  const ids: number[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await hamlet.writes(channel, { content: `@**${othello.fullName}** ${n}` }));
  middle = ids[3]!;
  await hamlet.writesTo(othello);
  await othello.does("POST", "/messages/flags", { op: "add", flag: "starred", messages: [middle] });
  await othello.does("POST", `/messages/${middle}/reactions`, { emoji_name: "smile" });
  await hamlet.does("PATCH", `/messages/${middle}`, { content: "words, words, words" });
});

const narrows: Readonly<Record<string, () => Narrow>> = {
  everything: () => [],
  "a channel": () => [{ operator: "channel", operand: channel }],
  "a topic": () => [
    ["channel", "denmark"],
    ["topic", "topic"],
  ],
  "a direct conversation": () => [{ operator: "dm", operand: [realm.hamlet.id] }],
  "what is unread": () => [["is", "unread"]],
  "what is starred": () => [["is", "starred"]],
  "what mentions the reader": () => [["is", "mentioned"]],
  "what is not muted": () => [["in", "home"]],
};

const pageOf = async (reader: Person, narrow: Narrow, anchor: string) => {
  const answer = await reader.does("GET", "/messages", { narrow, anchor, num_before: 20, num_after: 20 });
  return answer.messages;
};

for (const name of Object.keys(narrows)) {
  for (const anchor of ["newest", "oldest", "first_unread", "a message"]) {
    test(`a page of ${name} around ${anchor} takes one statement`, async () => {
      const { othello, server } = realm;
      const narrow = narrows[name]!();
      const ask = () => pageOf(othello, narrow, anchor === "a message" ? String(middle) : anchor);
      assert.ok((await ask()).length > 0);
      const work = await leastWork(server.db.pool, ask);
      assert.equal(work.length, 1, work.map(({ text }) => text).join("\n\n"));
    });
  }
}

test("a page in which something was said since takes a second statement, once", async () => {
  const { hamlet, othello, server } = realm;
  const { db } = server;
  const narrow: Narrow = [{ operator: "channel", operand: channel }];
  const ask = () => pageOf(othello, narrow, "newest");
  const [once] = [await leastWork(db.pool, ask)];
  assert.equal(once.length, 1);
  await hamlet.writes(channel, { content: "The rest is silence" });
  assert.match((await ask()).at(-1)!.content, /silence/);
  assert.equal((await leastWork(db.pool, ask)).length, 1);
});
