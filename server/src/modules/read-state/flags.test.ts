import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching } from "@parlance/testkit";

test("reading tells the reader's clients what was unread, and nobody else", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const ids = [await hamlet.writes("denmark"), await hamlet.writes("denmark")];

  const [toHamlet, toOthello] = await watching([hamlet, othello], async () => {
    const answer = await othello.does("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" });
    assert.deepEqual(answer["messages"], ids);
    assert.ok(!("ignored_because_not_subscribed_channels" in answer));
  });

  assert.deepEqual(toHamlet, []);
  assert.deepEqual(toOthello, [
    {
      id: toOthello?.[0]?.id,
      type: "update_message_flags",
      op: "add",
      operation: "add",
      flag: "read",
      messages: ids,
      all: false,
    },
  ]);
});
