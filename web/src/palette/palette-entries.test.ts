import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntries, topicEntry } from "./palette-entries.ts";

const topic = (channelId: number, name: string, channel: string) =>
  topicEntry({ channelId, topic: name }, name, channel, "red");

const names = (wanted: string) =>
  findEntries(
    [
      topic(7, "release 4.2", "engineering"),
      topic(7, "Release notes", "engineering"),
      topic(8, "prereleases", "design"),
      topic(8, "the release", "design"),
    ],
    wanted,
  ).map(({ name }) => name);

test("beginnings of names come before beginnings of words, and these before the rest", () => {
  assert.deepEqual(names("RELEASE"), ["release 4.2", "Release notes", "the release", "prereleases"]);
});

test("several words are found in a topic and its channel, in any order", () => {
  assert.deepEqual(names("eng notes"), ["Release notes"]);
  assert.deepEqual(names("release design"), ["prereleases", "the release"]);
});

test("the first letters of words find a name", () => {
  assert.deepEqual(names("rn"), ["Release notes"]);
  assert.deepEqual(names("relno"), ["Release notes"]);
});

test("what is called otherwise is not found", () => {
  assert.deepEqual(names("zebra"), []);
});
