import assert from "node:assert/strict";
import { test } from "node:test";
import { findReferences } from "./index.ts";

test("references are returned by type, without duplicates and normalized for the lookup", () => {
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

test("wildcards are not looked up as names, but names that differ from them only in case are", () => {
  assert.deepEqual(findReferences("@**all** @**topic** @**All**").userNames, ["all"]);
});

test("values that the database cannot contain are not looked up", () => {
  const { userIds, userNames } = findReferences("@**|99999999999** @**2\0** @**two\nlines**");
  assert.deepEqual([userIds, userNames], [[], []]);
});

test("topics in links without a message id are looked up, including the topic with the empty name", () => {
  const { topics } = findReferences("#**general>lunch** #**general>** #**general>lunch@4** #**general>lunch**");
  assert.deepEqual(topics, [
    { channel: "general", topic: "lunch" },
    { channel: "general", topic: "" },
  ]);
});

test("the colon that ends one possible emoji name may also start the next one", () => {
  assert.deepEqual(findReferences("10:30:tada: `a:b`:+1:").emojiNames, ["30", "tada", "+1"]);
});
