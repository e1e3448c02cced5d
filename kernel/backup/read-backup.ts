import { isDeepStrictEqual } from "node:util";
import { readArchiveEntries } from "./archive-reader.ts";
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

/** Longest list of what a backup holds, in bytes. */
const MAX_CONTENTS_BYTES = 64 * 2 ** 20;

/** A backup that was read to its end, and is whole. */
export interface VerifiedBackup {
  readonly manifest: BackupManifest;
  readonly contents: BackupContents;
}

/** What is done with a backup while it is read. What is not looked at is checked all the same. */
export interface BackupVisitor {
  /** The first thing that is known. */
  manifest?(manifest: BackupManifest): Promise<void> | void;
  section?(section: BackupSection, data: AsyncIterable<Uint8Array>): Promise<void>;
  progress?(bytes: number): void;
  /** Cuts the reading off. */
  readonly signal?: AbortSignal;
  /** Longest list of what a backup holds, in bytes. Default: 64 MiB. */
  readonly maxContentsBytes?: number;
}

/**
 * Reads a backup from its beginning to its end, and makes sure that nothing is missing, too much or altered.
 * @throws BackupError when it is not so; what the visitor has seen by then may be wrong
 */
export async function readBackup(path: string, visitor: BackupVisitor = {}): Promise<VerifiedBackup> {
  const { maxContentsBytes = MAX_CONTENTS_BYTES } = visitor;
  const listed = new ListedFileCounter(maxContentsBytes);
  const entries = new ArchiveEntries(path, (bytes) => visitor.progress?.(bytes), visitor.signal);
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
  entries: ArchiveEntries,
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
  const pieces = entries.pieces(section, checksum);
  await visitor.section?.(section, pieces);
  for await (const _ of pieces); // what the visitor left
  const { rows, ...result } = checksum.result();
  if (section.kind === "file") found.files[section.path] = result;
  else if (section.kind === "jobs") found.jobs = { ...result, rows };
  else found.tables[section.name] = { ...result, rows };
}

const emptyChecksum = () => new Checksum().result();

/** Finds the first thing that is not as the backup says of itself. */
function assertContentsMatch(said: BackupContents, found: BackupContents): void {
  const list = ({ manifest, jobs, tables, files }: BackupContents) =>
    new Map<string, object>([
      [MANIFEST_NAME, manifest],
      ["the jobs", jobs],
      ...Object.entries(tables).map(([name, checksum]) => [`the table ${name}`, checksum] as const),
      ...Object.entries(files).map(([path, checksum]) => [`the file ${path}`, checksum] as const),
    ]);
  const [expected, actual] = [list(said), list(found)];
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const [want, have] = [expected.get(name), actual.get(name)];
    if (!isDeepStrictEqual(want, have)) {
      throw new BackupError(`the backup is damaged: the checksum of ${name} does not match`);
    }
  }
}

/** Goes through the entries, knowing which is next. */
class ArchiveEntries {
  readonly #entries: ReturnType<typeof readArchiveEntries>;
  #next: { name: string; size: number; data: AsyncIterable<Uint8Array> } | undefined;

  constructor(path: string, onRead: (bytes: number) => void, signal?: AbortSignal) {
    this.#entries = readArchiveEntries(path, { onRead, signal });
  }

  get name(): string | undefined {
    return this.#next?.name;
  }

  /** What the next entry is the first piece of; undefined before the last one. */
  get section(): BackupSection | undefined {
    const { name } = this;
    if (name === undefined || name === CONTENTS_NAME) return undefined;
    const section = parseEntryName(name);
    if (section === undefined) throw new BackupError(`the backup is damaged: ${name} does not belong in it`);
    return section;
  }

  /** The text of the next entry, which must have that name. */
  async document(name: string, maxBytes: number): Promise<string> {
    if (this.#next === undefined) await this.#advance();
    if (this.#next?.name !== name)
      throw new BackupError(`this is not a complete backup: ${name} is missing or in the wrong place`);
    if (this.#next.size > maxBytes) throw new BackupError(`the backup is damaged: ${name} is too long`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#next.data) chunks.push(chunk);
    await this.#advance();
    return Buffer.concat(chunks).toString();
  }

  /** The data of a section, over all entries that are pieces of it. */
  async *pieces(section: BackupSection, checksum: Checksum): AsyncGenerator<Uint8Array> {
    for (let piece = 1; this.#next?.name === entryName(section, piece); piece += 1) {
      for await (const chunk of this.#next.data) {
        checksum.add(chunk);
        yield chunk;
      }
      await this.#advance();
      if (section.kind === "file") return;
    }
  }

  async close(): Promise<void> {
    await this.#entries.return(undefined);
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#entries.next();
    this.#next = done ? undefined : value;
  }
}
