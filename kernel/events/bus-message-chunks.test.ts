import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import fc from "fast-check";
import { MessageAssembler, splitMessage } from "./bus-message-chunks.ts";

/** Maximum size of the payload of PostgreSQL's NOTIFY, in bytes. */
const MAX_BYTES = 7999;

test("a message of any length is received as it was sent, and each of its notifications is within the size limit", () => {
  const text = fc.string({ unit: "binary", maxLength: 8000 });
  assertProperty(
    fc.property(text, fc.nat(3), (words, times) => {
      const message = { kind: "ephemeral", words: words.repeat(times) };
      const parts = new MessageAssembler();
      const notifications = splitMessage(message);
      for (const one of notifications)
        assert.ok(Buffer.byteLength(one) <= MAX_BYTES, `${Buffer.byteLength(one)} bytes`);
      const assembled = notifications.map((one) => parts.add(one));
      assert.deepEqual(assembled.at(-1), JSON.parse(JSON.stringify(message)));
      assert.ok(assembled.slice(0, -1).every((one) => one === undefined));
    }),
    { rounds: 100, exploreRounds: 5000 },
  );
});

test("chunks of several messages may be interleaved, and incomplete messages are eventually discarded", () => {
  const long = (word: string) => splitMessage({ kind: "ephemeral", words: word.repeat(6000) });
  const parts = new MessageAssembler();
  const [a = "", aEnd = ""] = long("a");
  const [b = "", bEnd = ""] = long("b");
  assert.deepEqual(
    [a, b].map((one) => parts.add(one)),
    [undefined, undefined],
  );
  assert.deepEqual(parts.add(bEnd), { kind: "ephemeral", words: "b".repeat(6000) });
  for (let n = 0; n < 200; n += 1) parts.add(long("c")[0] ?? "");
  assert.equal(parts.add(aEnd), undefined);
});
