import assert from "node:assert/strict";
import { test } from "node:test";
import { completionQueryAt } from "./completion-query.ts";

/** Returns what can be completed in a text whose caret is at the end. */
const at = (content: string) => completionQueryAt(content, content.length);

test("people, channels, topics, emoji, languages, times and commands are completed after the characters that introduce them", () => {
  assert.deepEqual(at("Ask @ko"), { kind: "person", text: "ko", start: 4 });
  assert.deepEqual(at("see #eng"), { kind: "channel", text: "eng", start: 4 });
  assert.deepEqual(at("#**plans 2027>lau"), { kind: "topic", text: "lau", start: 0, channel: "plans 2027" });
  assert.deepEqual(at("well :tad"), { kind: "emoji", text: "tad", start: 5 });
  assert.deepEqual(at("text\n```py"), { kind: "language", text: "py", start: 5 });
  assert.deepEqual(at("at <ti"), { kind: "moment", text: "ti", start: 3 });
  assert.deepEqual(at("/po"), { kind: "command", text: "po", start: 0 });
});

test("names of several words are completed, and text after the caret is ignored", () => {
  assert.deepEqual(at("thanks @Inês Car"), { kind: "person", text: "Inês Car", start: 7 });
  assert.deepEqual(completionQueryAt("Ask @ko tomorrow", 7), { kind: "person", text: "ko", start: 4 });
});

test("email addresses, times of day, headings, slashes within a text and finished mentions are not completed", () => {
  for (const text of [
    "mail kofi@example",
    "at 12:30",
    "# Plan",
    "## ",
    "and/or",
    "text\n/po",
    "@**Kofi**",
    ":)",
    "`x` ```",
  ]) {
    assert.equal(at(text), null, text);
  }
});
