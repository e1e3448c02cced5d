import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, unpackTar } from "modern-tar";
import { newRealm, startServer } from "@parlance/testkit";
import { openFileStore } from "#kernel/files/open-store.ts";
import { uploads } from "#modules/7-on-messages/uploads/fixtures/uploading.ts";
import { contentAt } from "./fixtures/content.ts";
import { exportTo, importFrom } from "./fixtures/round-trip.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-damaged-"));
after(() => rm(folder, { recursive: true }));
const uploadsFolder = join(folder, "uploads");
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }, { shared: true }) };

interface Entry {
  readonly header: { readonly name: string; readonly size: number };
  readonly data?: Uint8Array<ArrayBuffer>;
}

const entry = (name: string, content: string): Entry => {
  const data = new Uint8Array(Buffer.from(content));
  return { header: { name, size: data.length }, data };
};

const packed = async (entries: readonly Entry[]): Promise<Buffer> => gzipSync(await packTar([...entries]));

/** The entries with another content of one of them. */
const altered = (entries: readonly Entry[], name: string, change: (content: string) => string): Entry[] =>
  entries.map((one) => (one.header.name === name ? entry(name, change(Buffer.from(one.data ?? []).toString())) : one));

/** What there is before, and has to be afterwards. */
async function state() {
  const names = [];
  for await (const { name } of place.files.list("")) names.push(name);
  const counts = await server.db.reader
    .selectFrom(["realm"])
    .select(({ fn }) => fn.countAll<number>().as("realms"))
    .executeTakeFirstOrThrow();
  return { names: names.toSorted(), ...counts };
}

const MESSAGES = "tables/message/000001.jsonl";
const LINKS = "tables/attachment_message/000001.jsonl";
const ACCOUNTS = "tables/account/000001.jsonl";

const damages: readonly [what: string, expected: RegExp, make: (entries: Entry[], whole: Buffer) => Promise<Buffer>][] =
  [
    ["is cut off", /damaged, or not complete/, async (_, whole) => whole.subarray(0, whole.length - 100)],
    ["is no archive", /damaged, or not complete/, async () => Buffer.from("To be, or not to be")],
    [
      "is of a later release",
      /only a newer release can read/,
      (all) => packed(altered(all, "organization.json", (text) => text.replace('"version":2', '"version":3'))),
    ],
    [
      "lacks a table",
      /attachment_message is not what was written/,
      (all) => packed(all.filter(({ header }) => header.name !== LINKS)),
    ],
    [
      "was altered",
      /message is not what was written/,
      (all) => packed(altered(all, MESSAGES, (text) => text.replace("sword", "words"))),
    ],
    [
      "leads out of its folder",
      /does not belong there/,
      (all) => packed([all[0]!, entry("files/../../evil", "x"), ...all.slice(1)]),
    ],
    [
      "has a table that nobody knows",
      /does not know/,
      (all) => packed([all[0]!, entry("tables/web_session/000001.jsonl", "{}\n")]),
    ],
    [
      "has a row without end",
      /is too long/,
      (all) => packed([all[0]!, entry("tables/realm/000001.jsonl", "x".repeat(9e6))]),
    ],
    [
      "names somebody who is not in it",
      /names account/,
      (all) => packed(all.filter(({ header }) => header.name !== ACCOUNTS)),
    ],
    ["is not JSON", /is not JSON/, (all) => packed(altered(all, ACCOUNTS, (text) => text.slice(5)))],
    [
      "has values that do not fit",
      /not as they should be/,
      (all) => packed(altered(all, ACCOUNTS, (text) => text.replace(/"role": \d+/, '"role": 7'))),
    ],
    [
      "has a file that no row names",
      /no row in it names/,
      (all) => packed(all.filter(({ header }) => !header.name.startsWith("tables/attachment"))),
    ],
  ];

test("of a file that is damaged, or made to do harm, nothing is imported, and what is wrong is said", async () => {
  const { hamlet, othello, realmId } = await newRealm(server);
  const url = await uploads(hamlet);
  await hamlet.writesTo(othello, { content: `Give me the [sword](${url})` });
  const path = join(folder, "whole.tar.gz");
  await exportTo(path, place, realmId);
  const whole = await readFile(path);
  const { manifest } = await contentAt(path);
  const before = await state();
  for (const [what, expected, make] of damages) {
    const damaged = join(folder, "damaged.tar.gz");
    await writeFile(damaged, await make(await unpackTar(gunzipSync(whole)), whole));
    await assert.rejects(importFrom(damaged, place, manifest), { name: "ExportFileError", message: expected }, what);
    assert.deepEqual(await state(), before, what);
  }
  await importFrom(path, place);
});
