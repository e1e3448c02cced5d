import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { pairKey, parsePairKey, Relation } from "./relation.ts";

const steps = fc.array(fc.record({ isAdded: fc.boolean(), left: fc.nat(6), right: fc.nat(12) }), { maxLength: 80 });

test("a relation contains the pairs that were added and not removed, sorted from either side", () => {
  assertProperty(
    fc.property(steps, (all) => {
      const relation = new Relation();
      const pairs = new Set<string>();
      for (const { isAdded, left, right } of all) {
        const key = pairKey(left, right);
        if (isAdded) {
          relation.add(left, right);
          pairs.add(key);
        } else assert.equal(relation.remove(left, right), pairs.delete(key));
      }
      const expected = [...pairs].map(parsePairKey).sort(([a, b], [c, d]) => a - c || b - d);
      assert.deepEqual([...relation.pairs()], expected);
      for (let id = 0; id <= 12; id += 1) {
        const rights = expected.filter(([left]) => left === id).map(([, right]) => right);
        const lefts = expected.filter(([, right]) => right === id).map(([left]) => left);
        assert.deepEqual([relation.rightsOf(id), relation.leftsOf(id)], [rights, lefts]);
        assert.equal(relation.has(id, 3), rights.includes(3));
      }
    }),
    { rounds: 100, exploreRounds: 1000 },
  );
});
