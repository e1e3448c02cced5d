import { isDeepStrictEqual } from "node:util";
import { ListedFileCounter, MAX_MANIFEST_BYTES } from "./archive-documents.ts";
import {
  BackupError,
  CONTENTS_NAME,
  type BackupContents,
  entryName,
  MANIFEST_NAME,
  type BackupManifest,
  parseContents,
  parseManifest,
  type BackupSection,
  parseEntryName,
} from "./backup-format.ts";
import { Checksum, computeChecksum } from "./checksum.ts";
import { SectionedArchiveReader, type ArchiveLayout } from "./sectioned-archive-reader.ts";

/** Maximum size of the list of a backup's content, in bytes. */
const MAX_CONTENTS_BYTES = 64 * 2 ** 20;

const BACKUP_LAYOUT: ArchiveLayout<BackupSection> = {
  contentsEntry: CONTENTS_NAME,
  parseEntryName,
  entryName,
  unexpectedEntry: (name) => new BackupError(`the backup is damaged: ${name} does not belong in it`),
  missingDocument: (name) => new BackupError(`this is not a complete backup: ${name} is missing or in the wrong place`),
  documentTooLong: (name) => new BackupError(`the backup is damaged: ${name} is too long`),
};

/** A backup that was read to its end and is complete and undamaged. */
export interface VerifiedBackup {
  readonly manifest: BackupManifest;
  readonly contents: BackupContents;
}

/** Callbacks that receive a backup's content while it is read. Content without a callback is verified as well. */
export interface BackupVisitor {
  /** Called first, before any section. */
  manifest?(manifest: BackupManifest): Promise<void> | void;
  section?(section: BackupSection, data: AsyncIterable<Uint8Array>): Promise<void>;
  progress?(bytes: number): void;
  /** Aborts the reading. */
  readonly signal?: AbortSignal;
  /** Maximum size of the list of a backup's content, in bytes. Default: 64 MiB. */
  readonly maxContentsBytes?: number;
}

/**
 * Reads a backup from start to end, and verifies that nothing is missing, added or altered.
 * @throws BackupError if the backup is damaged; the content that was passed to the visitor before may then be wrong
 */
export async function readBackup(path: string, visitor: BackupVisitor = {}): Promise<VerifiedBackup> {
  const { maxContentsBytes = MAX_CONTENTS_BYTES } = visitor;
  const listed = new ListedFileCounter(maxContentsBytes);
  const entries = new SectionedArchiveReader(path, BACKUP_LAYOUT, {
    onRead: (bytes) => visitor.progress?.(bytes),
    signal: visitor.signal,
  });
  try {
    const text = await entries.document(MANIFEST_NAME, MAX_MANIFEST_BYTES);
    const manifest = parseManifest(text);
    await visitor.manifest?.(manifest);
    const found: BackupContents = { manifest: computeChecksum(text), tables: {}, jobs: emptyChecksum(), files: {} };
    for (let section = entries.section; section !== undefined; section = entries.section) {
      if (section.kind === "file" && !listed.add(section.path))
        throw new BackupError("the backup contains too many files");
      await readSection(entries, section, found, visitor);
    }
    for (const { name } of manifest.tables) found.tables[name] ??= emptyChecksum();
    const contents = parseContents(await entries.document(CONTENTS_NAME, maxContentsBytes));
    if (entries.name !== undefined) throw new BackupError(`the backup is damaged: unexpected entry ${entries.name}`);
    assertContentsMatch(contents, found);
    return { manifest, contents };
  } finally {
    await entries.close();
  }
}

async function readSection(
  entries: SectionedArchiveReader<BackupSection>,
  section: BackupSection,
  found: BackupContents,
  visitor: BackupVisitor,
): Promise<void> {
  const isKnown =
    section.kind === "table" ? section.name in found.tables : section.kind === "file" && section.path in found.files;
  if (isKnown || entries.name !== entryName(section, 1)) {
    throw new BackupError(`the backup is damaged: ${entries.name} is in the wrong place`);
  }
  const checksum = new Checksum();
  const pieces = entries.bytesOf(section, checksum);
  await visitor.section?.(section, pieces);
  for await (const _ of pieces); // data that the visitor did not read
  const { rows, ...result } = checksum.result();
  if (section.kind === "file") found.files[section.path] = result;
  else if (section.kind === "jobs") found.jobs = { ...result, rows };
  else found.tables[section.name] = { ...result, rows };
}

const emptyChecksum = () => new Checksum().result();

/**
 * Compares the checksums listed in the backup with those of the content that was read, and throws at the first
 * difference.
 */
function assertContentsMatch(declared: BackupContents, found: BackupContents): void {
  const list = ({ manifest, jobs, tables, files }: BackupContents) =>
    new Map<string, object>([
      [MANIFEST_NAME, manifest],
      ["the jobs", jobs],
      ...Object.entries(tables).map(([name, checksum]) => [`the table ${name}`, checksum] as const),
      ...Object.entries(files).map(([path, checksum]) => [`the file ${path}`, checksum] as const),
    ]);
  const [expected, actual] = [list(declared), list(found)];
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const [want, have] = [expected.get(name), actual.get(name)];
    if (!isDeepStrictEqual(want, have)) {
      throw new BackupError(`the backup is damaged: the checksum of ${name} does not match`);
    }
  }
}
