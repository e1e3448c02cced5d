import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { readExportFile } from "../fixtures/read-export-content.ts";
import { replaceContent, unpackEntries, type Entry, entry, link, packEntries } from "../fixtures/archive-entries.ts";
import { exportTo, importFrom } from "../fixtures/round-trip.ts";
import { readExport } from "./read-export.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-damaged-"));
after(() => rm(folder, { recursive: true }));
const uploadsFolder = join(folder, "uploads");
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }) };

/** Returns the number of organizations and the names of stored files, which a failed import must not change. */
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
const REALM = "tables/realm/000001.jsonl";

/** Returns a function that sets a property of a JSON object within a row. */
const setting = (member: string, name: string, value: unknown) => (rows: string) =>
  rows.replace(new RegExp(`"${member}": \\{(\\}?)`), (_, end: string) => {
    return `"${member}": {${JSON.stringify(name)}: ${JSON.stringify(value)}${end === "}" ? "}" : ", "}`;
  });

const damages: readonly [what: string, expected: RegExp, make: (entries: Entry[], whole: Buffer) => Promise<Buffer>][] =
  [
    ["is cut off", /damaged or incomplete/, async (_, whole) => whole.subarray(0, whole.length - 100)],
    ["is no archive", /damaged or incomplete/, async () => Buffer.from("To be, or not to be")],
    [
      "is of a later release",
      /requires a newer release/,
      (all) =>
        packEntries(replaceContent(all, "organization.json", (text) => text.replace('"version":2', '"version":3'))),
    ],
    [
      "lacks a table",
      /the checksum of \S*attachment_message does not match/,
      (all) => packEntries(all.filter(({ header }) => header.name !== LINKS)),
    ],
    [
      "was altered",
      /the checksum of \S*message does not match/,
      (all) => packEntries(replaceContent(all, MESSAGES, (text) => text.replace("sword", "words"))),
    ],
    [
      "leads out of its folder",
      /does not belong there/,
      (all) => packEntries([all[0]!, entry("files/../../evil", "x"), ...all.slice(1)]),
    ],
    [
      "has a link where a file should be",
      /damaged or incomplete/,
      (all) => packEntries([all[0]!, link("files/attachments/1/passwd", "/etc/passwd"), ...all.slice(1)]),
    ],
    [
      "nests without end",
      /organization.json in it is not JSON/,
      (all) => packEntries(replaceContent(all, "organization.json", () => `${"[".repeat(1e5)}${"]".repeat(1e5)}`)),
    ],
    [
      "begins with a document that goes on for ever",
      /organization.json in it is too long/,
      (all) => packEntries(replaceContent(all, "organization.json", (text) => text + " ".repeat(2 ** 20))),
    ],
    [
      "has a table that nobody knows",
      /does not know/,
      (all) => packEntries([all[0]!, entry("tables/web_session/000001.jsonl", "{}\n")]),
    ],
    [
      "has a row without end",
      /is too long/,
      (all) => packEntries([all[0]!, entry("tables/realm/000001.jsonl", "x".repeat(9e6))]),
    ],
    [
      "names somebody who is not in it",
      /refers to account/,
      (all) => packEntries(all.filter(({ header }) => header.name !== ACCOUNTS)),
    ],
    ["is not JSON", /is not JSON/, (all) => packEntries(replaceContent(all, ACCOUNTS, (text) => text.slice(5)))],
    [
      "has values that do not fit",
      /are invalid/,
      (all) => packEntries(replaceContent(all, ACCOUNTS, (text) => text.replace(/"role": \d+/, '"role": 7'))),
    ],
    [
      "has a setting of the organization that its API would refuse",
      /digest_weekday of the organization cannot be 7: change it in the original organization/,
      (all) => packEntries(replaceContent(all, REALM, setting("settings", "digest_weekday", 7))),
    ],
    [
      "has a limit that its API would refuse",
      /message_content_edit_limit_seconds of the organization cannot be -5/,
      (all) => packEntries(replaceContent(all, REALM, setting("settings", "message_content_edit_limit_seconds", -5))),
    ],
    [
      "has a setting for newcomers of another type",
      /enter_sends of the organization's new users cannot be "yes"/,
      (all) => packEntries(replaceContent(all, REALM, setting("user_settings_defaults", "enter_sends", "yes"))),
    ],
    [
      "has a setting of somebody that their API would refuse",
      /color_scheme of account \d+ \(Desdemona\) cannot be 9/,
      (all) => packEntries(replaceContent(all, ACCOUNTS, setting("settings", "color_scheme", 9))),
    ],
    [
      "has a time zone that there is not",
      /timezone of account \d+ \(Desdemona\) cannot be "Elsinore"/,
      (all) =>
        packEntries(replaceContent(all, ACCOUNTS, (rows) => rows.replace('"timezone": ""', '"timezone": "Elsinore"'))),
    ],
    [
      "has settings that are no object",
      /the settings of account \d+ \(Desdemona\) are not an object/,
      (all) =>
        packEntries(replaceContent(all, ACCOUNTS, (rows) => rows.replace(/"settings": \{[^}]*\}/, '"settings": [1]'))),
    ],
    [
      "has a file that no row names",
      /no row refers to/,
      (all) => packEntries(all.filter(({ header }) => !header.name.startsWith("tables/attachment"))),
    ],
  ];

test("nothing is imported from a damaged or malicious file, and the error names the problem", async () => {
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const url = await uploadAs(hamlet);
  await hamlet.sendDirectMessage(othello, { content: `Give me the [sword](${url})` });
  const path = join(folder, "whole.tar.gz");
  await exportTo(path, place, realmId);
  const whole = await readFile(path);
  const { manifest } = await readExportFile(path);
  const before = await state();
  for (const [what, expected, make] of damages) {
    const damaged = join(folder, "damaged.tar.gz");
    await writeFile(damaged, await make(await unpackEntries(whole), whole));
    await assert.rejects(importFrom(damaged, place, manifest), { name: "ExportFileError", message: expected }, what);
    assert.deepEqual(await state(), before, what);
  }
  await importFrom(path, place);
});

test("nothing is imported from a truncated file, at whatever position it ends", async () => {
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  await hamlet.sendDirectMessage(othello, { content: `Give me the [sword](${await uploadAs(hamlet)})` });
  const path = join(folder, "long.tar.gz");
  await exportTo(path, place, realmId);
  const [whole, { manifest }] = [await readFile(path), await readExportFile(path)];
  const before = await state();
  for (let part = 0; part < 8; part += 1) {
    await writeFile(path, whole.subarray(0, Math.floor((part * whole.length) / 8)));
    await assert.rejects(importFrom(path, place, manifest), { name: "ExportFileError" }, `${part} of 8`);
  }
  assert.deepEqual(await state(), before);
});

const MEGABYTE = 1_000_000;

test("reading stops if any part of a file unpacks to far more than allowed", async () => {
  const { realmId } = await createTestOrganization(server);
  const path = join(folder, "bomb.tar.gz");
  await exportTo(path, place, realmId);
  const whole = await readFile(path);
  const entries = await unpackEntries(whole);
  const last = entries.pop()!;
  const zeros = "\0".repeat(20 * MEGABYTE);
  const bombs: readonly [where: string, file: Buffer][] = [
    ["in a file", await packEntries([...entries, entry("files/attachments/1/zeros", zeros), last])],
    [
      "in files without content",
      await packEntries([...entries, ...Array.from({ length: 20_000 }, (_, nth) => entry(`files/a/${nth}`, "")), last]),
    ],
    ["behind the end", Buffer.concat([await packEntries([...entries, last]), gzipSync(zeros)])],
  ];
  const limit = { freeBytes: MEGABYTE, times: 10 };
  await readExport(path, { limit });
  for (const [where, file] of bombs) {
    await writeFile(path, file);
    await assert.rejects(readExport(path, { limit }), { message: /far too large when unpacked/ }, where);
  }
});
