import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import fc from "fast-check";
import { testServer } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import {
  isRowId,
  isStorableText,
  MAX_INTEGER,
  parseRowId,
  storableTextSchema,
  toRowId,
  findUnstorableCharacters,
  findUnstorableInJson,
} from "./storable-values.ts";

const { db } = await testServer();

const isAccepted = (query: { execute(reader: typeof db.reader): Promise<unknown> }): Promise<boolean> =>
  query.execute(db.reader).then(
    () => true,
    () => false,
  );

test("a text counts as storable if and only if PostgreSQL returns it unchanged", async () => {
  const piece = fc.constantFrom(
    "a",
    "\0",
    "\ud83c",
    "\udfad",
    "🎭",
    "\u202e",
    "e\u0301",
    "\ufffe",
    "\\",
    "'",
    "\u0001",
  );
  await assertProperty(
    fc.asyncProperty(fc.array(piece, { maxLength: 4 }), async (pieces) => {
      const text = pieces.join("");
      const stored = await sql<{ text: string }>`select ${text}::text as text`
        .execute(db.reader)
        .catch(() => undefined);
      assert.equal(isStorableText(text), stored?.rows[0]?.text === text, JSON.stringify(text));
    }),
    { rounds: 60, exploreRounds: 2000 },
  );
});

test("JSON counts as storable if and only if PostgreSQL accepts it, for texts in keys and in values", async () => {
  const text = fc.constantFrom("a", "a\0", "\ud800", "🎭", "__proto__", "\\u0000");
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie("json"), { maxLength: 2 }),
      fc.dictionary(text, tie("json"), { maxKeys: 2 }),
    ),
  }));
  await assertProperty(
    fc.asyncProperty(json, async (value) => {
      const accepted = await isAccepted(sql`select ${JSON.stringify(value)}::jsonb`);
      assert.equal(findUnstorableInJson(value) === undefined, accepted, JSON.stringify(value));
    }),
    { rounds: 60, exploreRounds: 2000 },
  );
});

test("the kind of characters that cannot be stored is named", () => {
  assert.equal(findUnstorableCharacters("\ud800\0"), "null bytes");
  assert.equal(findUnstorableCharacters("a\ud800"), "unpaired surrogates");
  assert.equal(findUnstorableInJson([{ a: { "\ud800": 1 } }]), "unpaired surrogates");
  assert.equal(storableTextSchema().safeParse("a\0").error?.issues[0]?.message, "it contains null bytes");
});

test("an id that is too large for its column is replaced by one that the column can store", async () => {
  for (const id of [0, 7, MAX_INTEGER, MAX_INTEGER + 1, 2 ** 53, 1e300]) {
    assert.equal(isRowId(id), id <= MAX_INTEGER);
    assert.equal(isRowId(id), await isAccepted(sql`select ${id}::integer`), String(id));
    assert.ok(await isAccepted(sql`select ${toRowId(id)}::integer`), String(id));
  }
  for (const id of [-1, 1.5, NaN, Infinity]) assert.equal(isRowId(id), false);
});

test("only decimal digits, up to the largest id of a row, are parsed as an id", () => {
  assert.deepEqual(["0", "7", "007", "2147483647"].map(parseRowId), [0, 7, 7, MAX_INTEGER]);
  for (const other of ["", " 7", "+7", "-1", "7.0", "1e3", "0x7", "2147483648", "9".repeat(400), 7, null])
    assert.equal(parseRowId(other), undefined, String(other));
});
