import { open } from "node:fs/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ArchiveWriter } from "./archive-writer.ts";
import { CONTENTS, type Contents, entryName, FORMAT, MANIFEST, type Manifest, type Section } from "./backup-format.ts";
import type { Report } from "./backup-progress.ts";
import { columnList, type DatabaseFacts, quoted } from "./database-snapshot.ts";
import { Checksum, checksumOf } from "./checksum.ts";

/** A table of unknown size becomes entries of this one, which is what is held in memory of it. */
const PIECE_BYTES = 4 * 2 ** 20;

/** A file that goes along. */
export interface KeptFile {
  /** Below the data directory, with slashes. */
  readonly path: string;
  readonly source: string;
}

/** What a backup is to hold beside the database. */
export interface Content {
  readonly about: Pick<Manifest, "program" | "site" | "secretFingerprint" | "holdsSecret">;
  /** Tables whose rows need not be kept. Unlogged ones never are. */
  readonly leftOut: readonly string[];
  /** Asked for after the snapshot was taken. */
  files(): Promise<readonly KeptFile[]>;
}

interface Writing extends Content {
  readonly report: Report;
  /** Bytes of the file so far. */
  written(): number;
}

/** Writes all that belongs in a backup into an archive, in the transaction of a snapshot. */
export async function writeContent(
  archive: ArchiveWriter,
  client: pg.Client,
  facts: DatabaseFacts,
  writing: Writing,
): Promise<void> {
  const tables = facts.tables.filter(({ name }) => !writing.leftOut.includes(name));
  const manifest = manifestOf(facts, tables, writing);
  const text = JSON.stringify(manifest, null, 2);
  await addText(archive, MANIFEST, text);
  const contents: Contents = { manifest: checksumOf(text), tables: {}, jobs: new Checksum().result(), files: {} };

  for (const file of await writing.files()) {
    const checksum = await addFile(archive, file);
    if (checksum !== undefined) contents.files[file.path] = checksum;
  }
  if (facts.jobs !== undefined) contents.jobs = await addCopy(archive, client, { kind: "jobs" }, facts.jobs);
  const all = tables.reduce((sum, { estimatedBytes }) => sum + estimatedBytes, 1);
  let done = 0;
  for (const { name, columns, estimatedBytes } of tables) {
    const report = (bytes: number) =>
      writing.report({
        step: "copying",
        what: name,
        part: (done + Math.min(bytes, estimatedBytes)) / all,
        bytes: writing.written(),
      });
    const copy = `copy ${quoted(name)} (${columnList(columns)}) to stdout`;
    contents.tables[name] = await addCopy(archive, client, { kind: "table", name }, copy, report);
    done += estimatedBytes;
  }
  await addText(archive, CONTENTS, JSON.stringify(contents, null, 2));
}

function manifestOf(
  { postgres, migrations, unlogged, sequences }: DatabaseFacts,
  tables: DatabaseFacts["tables"],
  { about, leftOut }: Content,
): Manifest {
  return {
    format: FORMAT,
    ...about,
    postgres,
    createdAt: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    leftOut: [...leftOut, ...unlogged],
    sequences,
  };
}

const addText = async (archive: ArchiveWriter, name: string, text: string): Promise<void> => {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
};

/** Adds what a COPY gives, piece after piece: an archive wants to know the size of an entry before its first byte. */
async function addCopy(
  archive: ArchiveWriter,
  client: pg.Client,
  section: Section,
  statement: string,
  report: (bytes: number) => void = () => undefined,
): Promise<{ bytes: number; rows: number; sha256: string }> {
  const checksum = new Checksum();
  let held: Buffer[] = [];
  let size = 0;
  let pieces = 0;
  const flush = async () => {
    if (size === 0) return;
    pieces += 1;
    await archive.add(entryName(section, pieces), size, held);
    [held, size] = [[], 0];
    report(checksum.bytes);
  };
  const rows = client.query(copyTo(statement));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    checksum.add(chunk);
    held.push(chunk);
    size += chunk.length;
    if (size >= PIECE_BYTES) await flush();
  }
  await flush();
  report(checksum.bytes);
  return checksum.result();
}

/** Adds a file as long as it was when it was opened. Undefined: it is gone meanwhile, as old letters are after a while. */
async function addFile(archive: ArchiveWriter, { path, source }: KeptFile) {
  const file = await open(source).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const checksum = new Checksum();
    const data = size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false });
    await archive.add(entryName({ kind: "file", path }, 1), size, digested(data, checksum));
    const { bytes, sha256 } = checksum.result();
    return { bytes, sha256 };
  } finally {
    await file.close();
  }
}

async function* digested(
  data: AsyncIterable<Buffer> | Iterable<Buffer>,
  checksum: Checksum,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of data) {
    checksum.add(chunk);
    yield chunk;
  }
}
