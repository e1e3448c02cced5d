import assert from "node:assert/strict";
import { test } from "node:test";
import { knownReactionType, withWireAliases } from "./wire-aliases.ts";

test("the version is repeated under the prefix, as far as it is there", () => {
  const body = { service_version: "1", service_feature_level: 420, name: "x" };
  assert.deepEqual(withWireAliases(body, "brand"), { ...body, brand_version: "1", brand_feature_level: 420 });
  assert.deepEqual(withWireAliases(body, ""), body);
});

test("the prefix's special emoji are ours, and nothing else is", () => {
  assert.equal(knownReactionType("brand_extra_emoji", "brand"), "service_extra_emoji");
  assert.equal(knownReactionType("_extra_emoji", ""), "_extra_emoji");
  assert.equal(knownReactionType("unicode_emoji", "brand"), "unicode_emoji");
});
