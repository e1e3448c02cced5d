import assert from "node:assert/strict";
import { test } from "node:test";
import { findReferences } from "./index.ts";

test("references are found by kind, once each, as they are looked up", () => {
  const source = `@**Ada Lovelace** @_**ADA lovelace** (@**Grace|9**) >@**|8** @*Backend*
    #**general** #**dev ops>some topic@12** \`@**Someone**\`
    :tada: :+1: https://chat.example/user_uploads/2/ab/cat.png [x](/user_uploads/2/cd/ü%20.txt)`;
  assert.deepEqual(findReferences(source), {
    userNames: ["ada lovelace", "someone"],
    userIds: [9, 8],
    groupNames: ["backend"],
    channelNames: ["general", "dev ops"],
    topics: [],
    emojiNames: ["tada", "+1"],
    uploads: ["2/ab/cat.png", "2/cd/ü%20.txt"],
  });
});

test("wildcards are nobody's name, unless they are written otherwise", () => {
  assert.deepEqual(findReferences("@**all** @**topic** @**All**").userNames, ["all"]);
});

test("what no database could hold is not looked up", () => {
  const { userIds, userNames } = findReferences("@**|99999999999** @**2\0** @**two\nlines**");
  assert.deepEqual([userIds, userNames], [[], []]);
});

test("topics are looked up that are linked to without a message, the empty one too", () => {
  const { topics } = findReferences("#**general>lunch** #**general>** #**general>lunch@4** #**general>lunch**");
  assert.deepEqual(topics, [
    { channel: "general", topic: "lunch" },
    { channel: "general", topic: "" },
  ]);
});

test("an emoji's name may begin where something else ends with a colon", () => {
  assert.deepEqual(findReferences("10:30:tada: `a:b`:+1:").emojiNames, ["30", "tada", "+1"]);
});
