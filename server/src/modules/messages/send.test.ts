import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm } from "@parlance/testkit";

test("a message to a topic reaches the channel's subscribers, and nobody else", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const [toHamlet, toOthello, toCordelia] = await Promise.all(
    [hamlet, othello, cordelia].map((p) => p.registers({ event_types: ["message"] })),
  );

  const id = await hamlet.writes("denmark", { topic: "soliloquy", content: "To be, or *not* to be" });

  const [event] = (await toOthello?.polls()) ?? [];
  assert.equal(event?.["message"].id, id);
  assert.equal(event["message"].content, "<p>To be, or <em>not</em> to be</p>");
  assert.equal(event["message"].display_recipient, "denmark");
  assert.deepEqual(event["flags"], []);
  assert.equal((await toHamlet?.polls())?.length, 1);
  assert.deepEqual(await toCordelia?.polls(), []);
});
