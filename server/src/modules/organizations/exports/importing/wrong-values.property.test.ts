import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { startServer } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { Checksum } from "@parlance/kernel/backup/checksum.ts";
import { ExportFileError, type Contents } from "../file/export-file-format.ts";
import { readExportFile } from "../fixtures/read-export-content.ts";
import { replaceContent, unpackEntries, type Entry, packEntries } from "../fixtures/archive-entries.ts";
import { exportTo, importFrom } from "../fixtures/round-trip.ts";
import { actionKinds, openScenario, runAction } from "../fixtures/scenario.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-wrong-"));
after(() => rm(folder, { recursive: true }));
const uploadsFolder = join(folder, "uploads");
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }) };

const values: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  "",
  "x",
  "\u0000",
  "\ud800",
  "1",
  [],
  [1],
  {},
  { a: 1 },
];
const wrong = fc.constantFrom(...values);

/** Replaces the value of a column in a row of the file, and updates the checksums. */
function withValue(entries: readonly Entry[], at: number, { row, column, value }: Place): Entry[] {
  const { name } = entries[at]!.header;
  const changed = replaceContent(entries, name, (rows) => {
    const lines = rows.trimEnd().split("\n");
    const nth = row % lines.length;
    const fields = JSON.parse(lines[nth]!) as Record<string, unknown>;
    const names = Object.keys(fields);
    fields[names[column % names.length]!] = value;
    lines[nth] = JSON.stringify(fields);
    return `${lines.join("\n")}\n`;
  });
  const checksum = new Checksum();
  checksum.add(Buffer.from(changed[at]!.data!));
  return replaceContent(changed, "contents.json", (json) => {
    const contents = JSON.parse(json) as Contents;
    contents.tables[name.split("/")[1]!] = checksum.result();
    return JSON.stringify(contents);
  });
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly value: unknown;
}

test("a file with an arbitrary value in any column is either imported or rejected with an explanation, and the server's data stays intact", async () => {
  const scene = await openScenario(server);
  for (const [nth, kind] of actionKinds.entries()) {
    await runAction(scene, { kind, who: nth % 4, numbers: [nth * 7, nth * 11, nth * 13], text: "skull" });
  }
  const path = join(folder, "organization.tar.gz");
  await exportTo(path, place, scene.realm.realmId);
  const { manifest } = await readExportFile(path);
  const entries = await unpackEntries(await readFile(path));
  const tables = entries.flatMap(({ header }, nth) => (header.name.startsWith("tables/") ? [nth] : []));
  const anywhere = fc.record({ row: fc.nat(), column: fc.nat(), value: wrong });
  await assertProperty(
    fc.asyncProperty(fc.constantFrom(...tables), anywhere, async (at, where) => {
      await writeFile(path, await packEntries(withValue(entries, at, where)));
      await importFrom(path, place, manifest).catch((error: unknown) => {
        assert.ok(error instanceof ExportFileError, error as Error);
      });
      await scene.realm.iago.registerQueue();
    }),
    { rounds: 10, exploreRounds: 300, endOnFailure: true },
  );
});
