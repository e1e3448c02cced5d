import assert from "node:assert/strict";
import { test } from "node:test";
import { hasForeignText, mergeDrafts } from "./local-draft.ts";

test("a draft continues with the text from the device where it was last edited", () => {
  assert.equal(mergeDrafts(null, "theirs"), "theirs");
  assert.equal(mergeDrafts({ content: "To be", synced: "To be" }, "To be, or not"), "To be, or not");
  assert.equal(mergeDrafts({ content: "To be, or not", synced: "To be" }, "To be"), "To be, or not");
});

test("a draft that was sent or deleted on another device does not reappear, unless it was edited on this device afterwards", () => {
  assert.equal(mergeDrafts({ content: "To be", synced: "To be" }, ""), "");
  assert.equal(mergeDrafts({ content: "", synced: "", told: "To be" }, "To be"), "");
  assert.equal(mergeDrafts({ content: "To be, or", synced: "To be" }, ""), "To be, or");
});

test("of texts written on two devices at the same time, both remain, one below the other", () => {
  const local = { content: "To be here", synced: "To be" };
  assert.equal(mergeDrafts(local, "To be there"), "To be there\n\nTo be here");
  assert.equal(mergeDrafts({ content: "To be", synced: "" }, "To be, or not"), "To be, or not");
  assert.equal(mergeDrafts({ content: "To bee", synced: "", told: "To be" }, "To be"), "To bee");
  assert.ok(hasForeignText(local, "To be there"));
  assert.ok(!hasForeignText(local, "To be"));
  assert.ok(!hasForeignText({ content: "To be there, too", synced: "To be" }, "To be there"));
});
