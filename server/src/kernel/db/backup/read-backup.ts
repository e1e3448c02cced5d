import { isDeepStrictEqual } from "node:util";
import { archiveEntries } from "./archive-reader.ts";
import { ListedFiles, MAX_MANIFEST_BYTES } from "./archive-documents.ts";
import {
  BackupError,
  CONTENTS,
  type Contents,
  entryName,
  MANIFEST,
  type Manifest,
  parseContents,
  parseManifest,
  type Section,
  sectionOf,
} from "./backup-format.ts";
import { Checksum, checksumOf } from "./checksum.ts";

/** Longest list of what a backup holds, in bytes. */
const MAX_CONTENTS_BYTES = 64 * 2 ** 20;

/** A backup that was read to its end, and is whole. */
export interface Verified {
  readonly manifest: Manifest;
  readonly contents: Contents;
}

/** What is done with a backup while it is read. What is not looked at is checked all the same. */
export interface Visitor {
  /** The first thing that is known. */
  manifest?(manifest: Manifest): Promise<void> | void;
  section?(section: Section, data: AsyncIterable<Uint8Array>): Promise<void>;
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
export async function readBackup(path: string, visitor: Visitor = {}): Promise<Verified> {
  const { maxContentsBytes = MAX_CONTENTS_BYTES } = visitor;
  const listed = new ListedFiles(maxContentsBytes);
  const entries = new Entries(path, (bytes) => visitor.progress?.(bytes), visitor.signal);
  try {
    const text = await entries.document(MANIFEST, MAX_MANIFEST_BYTES);
    const manifest = parseManifest(text);
    await visitor.manifest?.(manifest);
    const found: Contents = { manifest: checksumOf(text), tables: {}, jobs: emptyChecksum(), files: {} };
    for (let section = entries.section; section !== undefined; section = entries.section) {
      if (section.kind === "file" && !listed.add(section.path))
        throw new BackupError("the backup contains too many files");
      await readSection(entries, section, found, visitor);
    }
    for (const { name } of manifest.tables) found.tables[name] ??= emptyChecksum();
    const contents = parseContents(await entries.document(CONTENTS, maxContentsBytes));
    if (entries.name !== undefined) throw new BackupError(`the backup is damaged: unexpected entry ${entries.name}`);
    compare(contents, found);
    return { manifest, contents };
  } finally {
    await entries.close();
  }
}

async function readSection(entries: Entries, section: Section, found: Contents, visitor: Visitor): Promise<void> {
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
function compare(said: Contents, found: Contents): void {
  const list = ({ manifest, jobs, tables, files }: Contents) =>
    new Map<string, object>([
      [MANIFEST, manifest],
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
class Entries {
  readonly #entries: ReturnType<typeof archiveEntries>;
  #next: { name: string; size: number; data: AsyncIterable<Uint8Array> } | undefined;

  constructor(path: string, onRead: (bytes: number) => void, signal?: AbortSignal) {
    this.#entries = archiveEntries(path, { onRead, signal });
  }

  get name(): string | undefined {
    return this.#next?.name;
  }

  /** What the next entry is the first piece of; undefined before the last one. */
  get section(): Section | undefined {
    const { name } = this;
    if (name === undefined || name === CONTENTS) return undefined;
    const section = sectionOf(name);
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
  async *pieces(section: Section, checksum: Checksum): AsyncGenerator<Uint8Array> {
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
