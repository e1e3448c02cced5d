import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import fc from "fast-check";
import { COLUMNS, indexAfterKey, emojiRows } from "./emoji-rows.ts";

const some = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    emoji_name: `e${index}`,
    emoji_code: String(index),
    reaction_type: "unicode_emoji" as const,
  }));

test("each emoji appears once, in rows as wide as the picker", () => {
  const sections = [
    { title: "a", emoji: some(COLUMNS + 2) },
    { title: "", emoji: some(1) },
  ];
  const shape = emojiRows(sections).map((row) => (row.kind === "title" ? row.title : [row.first, row.emoji.length]));
  assert.deepEqual(shape, ["a", [0, COLUMNS], [COLUMNS, 2], [COLUMNS + 2, 1]]);
});

test("the first emoji and the last row can be reached with the arrow keys, and the selection never leaves the list", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 3 * COLUMNS }), { minLength: 1, maxLength: 4 });
  const keys = fc.array(fc.constantFrom("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"), { maxLength: 30 });
  assertProperty(
    fc.property(counts, keys, (sizes, presses) => {
      const rows = emojiRows(sizes.map((size) => ({ title: "x", emoji: some(size) })));
      const count = sizes.reduce((sum, size) => sum + size, 0);
      let at = 0;
      for (const key of presses) {
        at = indexAfterKey(rows, at, key);
        assert.ok(at >= 0 && at < count);
      }
      for (let press = 0; press < count; press += 1) at = indexAfterKey(rows, at, "ArrowLeft");
      assert.equal(at, 0);
      for (const row of rows) {
        if (row.kind === "emoji") at = indexAfterKey(rows, at, "ArrowDown");
      }
      const last = rows.at(-1);
      assert.ok(last?.kind === "emoji" && at >= last.first);
    }),
    { rounds: 100, exploreRounds: 1_000 },
  );
});
