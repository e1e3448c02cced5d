import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { longSubjects } from "./commits.ts";
import { forbiddenWords, lowerCounts, newWords, wordProblems } from "./words.ts";

const file = (text: string, path = "server/src/modules/messages/send/send-message.ts") => ({ path, text });
const found = (text: string, path?: string) => wordProblems(file(text, path)).map(({ advice }) => advice);

describe("words", () => {
  test("finds forbidden words in names of all styles, as whole words", () => {
    assert.deepEqual(forbiddenWords("tellSubscribers"), ["tell"]);
    assert.deepEqual(forbiddenWords("kept-texts"), ["kept"]);
    assert.deepEqual(forbiddenWords("MOST_QUEUES"), ["most"]);
    assert.deepEqual(forbiddenWords("Letter"), ["letter"]);
    for (const name of ["intellisense", "holdings", "MAX_QUEUES", "almost-full", "castle"])
      assert.deepEqual(forbiddenWords(name), [], name);
  });

  test("allows forbidden words in technical terms, but not elsewhere in the same name", () => {
    for (const name of ["keepAliveTimeout", "valueAtMost", "drop-indexes", "NOBODY_GROUP_ID", "givenName"])
      assert.deepEqual(forbiddenWords(name), [], name);
    assert.deepEqual(forbiddenWords("keepAlivePatience"), ["patience"]);
    assert.deepEqual(forbiddenWords("dropEvents"), ["drop"]);
  });

  test("finds forbidden words in file names and exports, and reports the words to use instead", () => {
    assert.deepEqual(found("export const toldUsers = [];", "server/src/door.ts"), [
      "door: instead of “door” say access rule, or filter",
      "toldUsers: instead of “told” say notified, published or reported",
    ]);
    assert.deepEqual(found('export { told } from "./other.ts";'), []);
  });

  test("finds forbidden words in names of variables, parameters, private members, functions and types, and reports their lines", () => {
    const names = (text: string) => wordProblems(file(text)).map(({ where, advice }) => [where, advice].join(" "));
    const at = (line: number, name: string) =>
      `server/src/modules/messages/send/send-message.ts:${line} ${name}: instead of “told” say notified, published or reported`;
    for (const [text, name] of [
      ["const told = 1;", "told"],
      ["const { events: [told = 1, ...rest] } = read();", "told"],
      ["const { ...told } = read();", "told"],
      ["for (const told of read());", "told"],
      ["const run = ({ told }: Options) => told;", "told"],
      ["function run(told = 1) {}", "told"],
      ["try { run(); } catch (told) {}", "told"],
      ["function toldUsers() {}", "toldUsers"],
      ["interface Told {}", "Told"],
      ["type ToldUsers<T> = T[];", "ToldUsers"],
      ["type Value = (told: string) => void;", "told"],
      ["class Log { #told = 1; }", "#told"],
      ["class Log { #toldUsers() {} }", "#toldUsers"],
    ] as const)
      assert.deepEqual(names(`\n${text}`), [at(2, name.replace("#", ""))], text);
    assert.deepEqual(names("run({ told: 1 }, told.told);"), [], "it belongs to another declaration");
  });

  test("finds forbidden words in comments but not in code, and reports their lines", () => {
    const text =
      'const text = "somebody";\n/**\n * Returns the users.\n * Tells somebody.\n */\nexport const users = text;';
    assert.deepEqual(wordProblems(file(text)), [
      { kind: "comments", where: "server/src/modules/messages/send/send-message.ts:4", advice: "“Tells”" },
    ]);
  });

  test("finds comments that start with a clause in place of a noun", () => {
    assert.equal(found("// What is sent in one round trip.\n").length, 1);
    assert.equal(found("/** Who may see the channel. */\n").length, 1);
    assert.deepEqual(found("// Statements sent in one round trip.\n// When it fails, the caller retries.\n"), []);
    assert.deepEqual(found("// What if the queue is full? The client registers again.\n"), []);
    assert.deepEqual(found("// The group `role:nobody` has no members.\n"), []);
  });

  test("allows a package as many forbidden words as are stored for it, and no more", () => {
    const files = [file("// Somebody.\n// Whoever.\n", "cli/a.ts"), file("export const letter = 1;", "web/a.ts")];
    assert.deepEqual(newWords(files, { cli: { names: 0, comments: 2 }, web: { names: 1, comments: 0 } }), []);
    const [summary = "", ...places] = newWords(files, {
      cli: { names: 0, comments: 1 },
      web: { names: 1, comments: 0 },
    });
    assert.equal(summary, "cli: 2 forbidden words in comments, 1 are allowed. They are among these:");
    assert.deepEqual(places, ["  cli/a.ts:1: “Somebody”", "  cli/a.ts:2: “Whoever”"]);
    assert.equal(newWords([file("// Somebody.", "new/a.ts")], {}).length, 2);
  });

  test("only lowers the stored counts", () => {
    const files = [file("// Somebody.\nexport const letter = 1;", "cli/a.ts")];
    assert.deepEqual(lowerCounts(files, { cli: { names: 5, comments: 0 }, gone: { names: 1, comments: 1 } }), {
      cli: { names: 1, comments: 0 },
    });
  });
});

describe("commits", () => {
  test("have subjects of at most 72 characters", () => {
    assert.deepEqual(longSubjects(["", `0123456 ${"a".repeat(72)}`]), []);
    assert.deepEqual(longSubjects([`0123456 Fix ${"a".repeat(69)}`]), [
      `0123456: the subject has 73 characters, Fix ${"a".repeat(69)}`,
    ]);
  });
});
