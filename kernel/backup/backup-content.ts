import { open } from "node:fs/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ArchiveWriter } from "./archive-writer.ts";
import {
  CONTENTS_NAME,
  type BackupContents,
  entryName,
  BACKUP_FORMAT_VERSION,
  MANIFEST_NAME,
  type BackupManifest,
  type BackupSection,
} from "./backup-format.ts";
import type { ReportProgress } from "./backup-progress.ts";
import { columnList, type DatabaseFacts, quoteIdentifier } from "./database-snapshot.ts";
import { Checksum, computeChecksum } from "./checksum.ts";

/**
 * Size of the entries that a table is split into, in bytes. A table is split because its size is not known in advance,
 * and one entry at a time is held in memory.
 */
const CHUNK_BYTES = 4 * 2 ** 20;

/** A file to include in the backup. */
export interface BackupFile {
  /** Path relative to the data directory, with slashes. */
  readonly path: string;
  readonly source: string;
}

/** The content of a backup in addition to the database. */
export interface BackupContent {
  readonly about: Pick<BackupManifest, "program" | "site" | "secretFingerprint" | "holdsSecret">;
  /** Tables whose rows are not backed up, in addition to unlogged tables. */
  readonly excludedTables: readonly string[];
  /** Lists the files. Called after the snapshot of the database was taken. */
  files(): Promise<readonly BackupFile[]>;
}

interface WriteContentOptions extends BackupContent {
  readonly report: ReportProgress;
  /** Returns the number of bytes of the backup file written so far. */
  written(): number;
}

/**
 * Writes the whole content of a backup to an archive, within a transaction that sees a single state of the database.
 */
export async function writeBackupContent(
  archive: ArchiveWriter,
  client: pg.Client,
  facts: DatabaseFacts,
  writing: WriteContentOptions,
): Promise<void> {
  const tables = facts.tables.filter(({ name }) => !writing.excludedTables.includes(name));
  const manifest = createManifest(facts, tables, writing);
  const text = JSON.stringify(manifest, null, 2);
  await addText(archive, MANIFEST_NAME, text);
  const contents: BackupContents = {
    manifest: computeChecksum(text),
    tables: {},
    jobs: new Checksum().result(),
    files: {},
  };

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
        fraction: (done + Math.min(bytes, estimatedBytes)) / all,
        bytes: writing.written(),
      });
    const copy = `copy ${quoteIdentifier(name)} (${columnList(columns)}) to stdout`;
    contents.tables[name] = await addCopy(archive, client, { kind: "table", name }, copy, report);
    done += estimatedBytes;
  }
  await addText(archive, CONTENTS_NAME, JSON.stringify(contents, null, 2));
}

function createManifest(
  { postgres, migrations, unlogged, sequences }: DatabaseFacts,
  tables: DatabaseFacts["tables"],
  { about, excludedTables }: BackupContent,
): BackupManifest {
  return {
    format: BACKUP_FORMAT_VERSION,
    ...about,
    postgres,
    createdAt: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    leftOut: [...excludedTables, ...unlogged],
    sequences,
  };
}

const addText = async (archive: ArchiveWriter, name: string, text: string): Promise<void> => {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
};

/**
 * Adds the output of a COPY statement as several entries. An archive needs the size of an entry before its first byte,
 * so each entry is collected in memory first.
 */
async function addCopy(
  archive: ArchiveWriter,
  client: pg.Client,
  section: BackupSection,
  statement: string,
  report: (bytes: number) => void = () => undefined,
): Promise<{ bytes: number; rows: number; sha256: string }> {
  const checksum = new Checksum();
  let pending: Buffer[] = [];
  let size = 0;
  let pieces = 0;
  const flush = async () => {
    if (size === 0) return;
    pieces += 1;
    await archive.add(entryName(section, pieces), size, pending);
    [pending, size] = [[], 0];
    report(checksum.bytes);
  };
  const rows = client.query(copyTo(statement));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    checksum.add(chunk);
    pending.push(chunk);
    size += chunk.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
  report(checksum.bytes);
  return checksum.result();
}

/**
 * Adds a file, up to the length that it had when it was opened. Returns undefined if the file no longer exists, such as
 * an old email that was deleted after the files were listed.
 */
async function addFile(archive: ArchiveWriter, { path, source }: BackupFile) {
  const file = await open(source).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const checksum = new Checksum();
    const data = size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false });
    await archive.add(entryName({ kind: "file", path }, 1), size, updateChecksum(data, checksum));
    const { bytes, sha256 } = checksum.result();
    return { bytes, sha256 };
  } finally {
    await file.close();
  }
}

async function* updateChecksum(
  data: AsyncIterable<Buffer> | Iterable<Buffer>,
  checksum: Checksum,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of data) {
    checksum.add(chunk);
    yield chunk;
  }
}
