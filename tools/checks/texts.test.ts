import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findUnusedTexts } from "./texts.ts";

const WORDS = "web/src/base/words";

/** Finds the unused texts among two texts of a list, a note and an empty state, in a client with one further file. */
const unused = (client: string): string[] =>
  findUnusedTexts([
    {
      path: `${WORDS}/english.ts`,
      text: 'export { drafts } from "./en/drafts.ts";\nexport { inbox } from "./en/inbox.ts";',
    },
    {
      path: `${WORDS}/en/drafts.ts`,
      text: 'export const drafts = { list: { title: "Drafts", find: (n: number) => `${n}` }, note: ["a", "b"], none: "None" };',
    },
    { path: `${WORDS}/en/inbox.ts`, text: "export const inbox = {};" },
    { path: "web/src/screens/drafts.tsx", text: client },
  ]).map((problem) => problem.replace(`${WORDS}/en/drafts.ts: nothing uses words.drafts.`, ""));

describe("the check of unused texts", () => {
  test("finds the texts that no file names, whatever else has their name", () => {
    assert.deepEqual(unused("const found = list.find(one); const { none } = words.inbox; f({ note: none });"), [
      "list.title",
      "list.find",
      "note",
      "none",
    ]);
  });

  test("follows variables and patterns", () => {
    assert.deepEqual(unused("const { list: said, none } = words.drafts; f(said.title, none, said.of.find);"), [
      "list.find",
      "note",
    ]);
    assert.deepEqual(unused("const strings = words.drafts; strings.list.find(3); strings.note.map(f);"), [
      "list.title",
      "none",
    ]);
  });

  test("counts all texts of an object as used where the object is used as a whole", () => {
    assert.deepEqual(unused("f(words.drafts.list[name], words.drafts.note); Object.values(words.drafts.list);"), [
      "none",
    ]);
    assert.deepEqual(unused("const Page = () => <Texts all={words.drafts} />;"), []);
    assert.deepEqual(unused('import { drafts } from "../base/words/en/drafts.ts"; f(drafts);'), []);
  });
});
