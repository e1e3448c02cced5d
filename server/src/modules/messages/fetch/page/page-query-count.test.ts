import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  recordLeastStatements,
  type Narrow,
  createTestOrganization,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";

/* A page is loaded with one statement if its contents are cached. The statement finds the messages, and loads the
   viewer's flags and the log position. In these tests, a previous page has filled the cache. */

let realm: TestOrganization;
let channel: number;
let middle: number;

before(async () => {
  realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  channel = await hamlet.createChannel("denmark", [hamlet, othello]);
  const ids: number[] = [];
  for (let n = 0; n < 6; n += 1)
    ids.push(await hamlet.sendToChannel(channel, { content: `@**${othello.fullName}** ${n}` }));
  middle = ids[3]!;
  await hamlet.sendDirectMessage(othello);
  await othello.callOrThrow("POST", "/messages/flags", { op: "add", flag: "starred", messages: [middle] });
  await othello.callOrThrow("POST", `/messages/${middle}/reactions`, { emoji_name: "smile" });
  await hamlet.callOrThrow("PATCH", `/messages/${middle}`, { content: "words, words, words" });
});

const narrows: Readonly<Record<string, () => Narrow>> = {
  everything: () => [],
  "a channel": () => [{ operator: "channel", operand: channel }],
  "a topic": () => [
    ["channel", "denmark"],
    ["topic", "topic"],
  ],
  "a direct message conversation": () => [{ operator: "dm", operand: [realm.hamlet.id] }],
  "unread messages": () => [["is", "unread"]],
  "starred messages": () => [["is", "starred"]],
  "messages that mention the user": () => [["is", "mentioned"]],
  "messages that are not muted": () => [["in", "home"]],
};

const pageOf = async (reader: TestUser, narrow: Narrow, anchor: string) => {
  const answer = await reader.callOrThrow("GET", "/messages", { narrow, anchor, num_before: 20, num_after: 20 });
  return answer.messages;
};

for (const name of Object.keys(narrows)) {
  for (const anchor of ["newest", "oldest", "first_unread", "a message"]) {
    test(`fetching a page of ${name} around ${anchor} takes one SQL statement`, async () => {
      const { othello, server } = realm;
      const narrow = narrows[name]!();
      const fetch = () => pageOf(othello, narrow, anchor === "a message" ? String(middle) : anchor);
      assert.ok((await fetch()).length > 0);
      const work = await recordLeastStatements(server.db.pool, fetch);
      assert.equal(work.length, 1, work.map(({ text }) => text).join("\n\n"));
    });
  }
}

test("after a new message, the first page loads it with a second statement, and further pages need one statement", async () => {
  const { hamlet, othello, server } = realm;
  const { db } = server;
  const narrow: Narrow = [{ operator: "channel", operand: channel }];
  const fetch = () => pageOf(othello, narrow, "newest");
  const [once] = [await recordLeastStatements(db.pool, fetch)];
  assert.equal(once.length, 1);
  await hamlet.sendToChannel(channel, { content: "The rest is silence" });
  assert.match((await fetch()).at(-1)!.content, /silence/);
  assert.equal((await recordLeastStatements(db.pool, fetch)).length, 1);
});
