import assert from "node:assert/strict";
import { test } from "node:test";
import { loadScreenPages } from "../../hooks/screens/screen.ts";
import { screens } from "../../screens/index.ts";
import { findEntries, screenEntries, topicEntry } from "./palette-entries.ts";

const topic = (channelId: number, name: string, channel: string) =>
  topicEntry({ channelId, topic: name }, name, { name: channel, color: "red", invite_only: false });

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

test("matches at the start of a name come first, then matches at the start of a word, then all other matches", () => {
  assert.deepEqual(names("RELEASE"), ["release 4.2", "Release notes", "the release", "prereleases"]);
});

test("several words, in any order, find a topic by its name and the name of its channel", () => {
  assert.deepEqual(names("eng notes"), ["Release notes"]);
  assert.deepEqual(names("release design"), ["prereleases", "the release"]);
});

test("a name is found by the first characters of its words", () => {
  assert.deepEqual(names("rn"), ["Release notes"]);
  assert.deepEqual(names("relno"), ["Release notes"]);
});

test("an entry that does not match is not found", () => {
  assert.deepEqual(names("zebra"), []);
});

test("the best match is found even if there are many weaker matches", () => {
  const many = (name: string) => Array.from({ length: 40 }, (_, nth) => topic(nth, name, "engineering"));
  const found = (...all: string[]) =>
    findEntries(
      all.flatMap((name) => (name.startsWith("one ") ? [topic(0, name.slice(4), "design")] : many(name))),
      "rel",
    ).map(({ name }) => name);
  assert.deepEqual(found("re el", "barrel", "one rel"), ["rel", ...Array<string>(11).fill("barrel")]);
  assert.deepEqual(found("release", "one the rel", "one rel"), ["rel", ...Array<string>(11).fill("release")]);
  assert.deepEqual(found("one the rel", "barrel", "one release"), [
    "release",
    "the rel",
    ...Array<string>(10).fill("barrel"),
  ]);
});

test("a settings page is found by words for what can be set there", async () => {
  const { pages } = screenEntries(await loadScreenPages(screens), 8);
  const found = (wanted: string) => findEntries(pages, wanted).map(({ name }) => name);
  for (const wanted of ["theme", "dark mode", "font size", "density", "display settings"]) {
    assert.deepEqual(found(wanted), ["Preferences"], wanted);
  }
  assert.ok(found("email").includes("Notifications"));
  assert.ok(found("mute").includes("Alert words and muted users"));
  assert.ok(found("edit history").includes("Message settings"));
  assert.ok(found("message actions").includes("Keyboard"));
  assert.deepEqual(found("two-factor"), ["Password and security"]);
});
