import { isDeepStrictEqual } from "node:util";
import { Checksum } from "@parlance/kernel/backup/checksum.ts";
import { MAX_MANIFEST_BYTES } from "@parlance/kernel/backup/archive-documents.ts";
import { BackupError } from "@parlance/kernel/backup/backup-format.ts";
import { SectionedArchiveReader, type ArchiveLayout } from "@parlance/kernel/backup/sectioned-archive-reader.ts";
import type { ExportedTable } from "../columns/exported-column.ts";
import { exportedTableNames } from "../columns/exported-columns.ts";
import {
  CONTENTS_ENTRY,
  type Contents,
  entryName,
  ExportFileError,
  MANIFEST_ENTRY,
  type Manifest,
  parseContents,
  parseManifest,
  type Section,
  parseSection,
} from "./export-file-format.ts";

/** Maximum length of a row, in bytes. */
const MAX_LINE_LENGTH = 8 * 2 ** 20;
/** Maximum size of the list of checksums in a file, in bytes. */
const MAX_CONTENTS_BYTES = 256 * 2 ** 20;

/** Limit for the unpacked size: `freeBytes`, plus `times` the number of bytes read from the file. */
export interface UnpackingLimit {
  readonly freeBytes: number;
  readonly times: number;
}

const DEFAULT_UNPACKING_LIMIT: UnpackingLimit = { freeBytes: 2 ** 30, times: 100 };

const EXPORT_LAYOUT: ArchiveLayout<Section> = {
  contentsEntry: CONTENTS_ENTRY,
  parseEntryName: parseSection,
  entryName,
  unexpectedEntry: (name) => new ExportFileError(`${JSON.stringify(name)} in it does not belong there`),
  missingDocument: (name) =>
    new ExportFileError(`it is not a complete export: ${name} is missing or in the wrong place`),
  documentTooLong: (name) => new ExportFileError(`${name} in it is too long`),
};

const NEWLINE = 0x0a;

/** Callbacks for the contents of a file. Contents without a callback are verified too. */
export interface ExportVisitor {
  manifest?(manifest: Manifest): Promise<void> | void;
  /** Called with the rows of a table, each as JSON. */
  rows?(table: ExportedTable, lines: AsyncIterable<string>): Promise<void>;
  file?(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called with the number of bytes of the file that were read so far. */
  progress?(bytes: number): void;
  /** Aborts reading. */
  readonly signal?: AbortSignal;
  /** Default: 1 GiB, plus a hundred times the number of bytes read. */
  readonly limit?: UnpackingLimit;
}

/** Result after a file was read to its end and verified. */
export interface ReadExportResult {
  readonly manifest: Manifest;
  readonly contents: Contents;
}

/**
 * Reads an export file from start to end, and verifies that nothing is missing, added or modified. Only one row, or one
 * chunk of a file, is in memory at a time.
 * @throws ExportFileError if the verification fails; the data that the visitor has received until then may be wrong
 */
export async function readExport(path: string, visitor: ExportVisitor = {}): Promise<ReadExportResult> {
  const entries = openExport(path, visitor);
  try {
    const source = await entries.document(MANIFEST_ENTRY, MAX_MANIFEST_BYTES);
    const manifest = parseManifest(source);
    await visitor.manifest?.(manifest);
    const found: Contents = { manifest: checksumOf(source), tables: {}, files: {} };
    for (let section = entries.section; section; section = entries.section) {
      await readSection(entries, section, found, visitor);
    }
    for (const name of exportedTableNames) found.tables[name] ??= new Checksum().result();
    const contents = parseContents(await entries.document(CONTENTS_ENTRY, MAX_CONTENTS_BYTES));
    if (entries.name !== undefined) throw new ExportFileError(`${entries.name} in it does not belong there`);
    assertSameContents(contents, found);
    return { manifest, contents };
  } catch (error) {
    throw toExportFileError(error);
  } finally {
    await entries.close();
  }
}

/**
 * Reads the rows of a file from the first table up to and including the table `last`, without verifying them.
 * @throws ExportFileError
 */
export async function readLeadingTables(
  path: string,
  last: ExportedTable,
  visitor: Pick<ExportVisitor, "rows" | "signal">,
): Promise<void> {
  const entries = openExport(path, visitor);
  try {
    await entries.document(MANIFEST_ENTRY, MAX_MANIFEST_BYTES);
    const found: Contents = { manifest: new Checksum().result(), tables: {}, files: {} };
    const isOver = ({ kind, name }: Section) =>
      kind === "file" || (isTable(name) && exportedTableNames.indexOf(name) > exportedTableNames.indexOf(last));
    for (let { section } = entries; section && !isOver(section); { section } = entries) {
      await readSection(entries, section, found, visitor);
    }
  } catch (error) {
    throw toExportFileError(error);
  } finally {
    await entries.close();
  }
}

/** Converts an error about a damaged archive to one about an export file. Returns other errors unchanged. */
const toExportFileError = (error: unknown): unknown =>
  error instanceof BackupError ? new ExportFileError("it is damaged or incomplete", { cause: error }) : error;

const isTable = (name: string): name is ExportedTable => (exportedTableNames as string[]).includes(name);

async function readSection(
  entries: SectionedArchiveReader<Section>,
  section: Section,
  found: Contents,
  visitor: ExportVisitor,
): Promise<void> {
  assertSectionOrder(section, found);
  const checksum = new Checksum();
  const bytes = entries.bytesOf(section, checksum);
  if (section.kind === "file") await visitor.file?.(section.name, bytes);
  else if (visitor.rows && isTable(section.name)) await visitor.rows(section.name, linesOf(bytes));
  for await (const _ of bytes); // skips the rest, which the visitor did not read
  if (section.kind === "table" && checksum.bytes === 0)
    throw new ExportFileError(`${section.name} in it is in the wrong place`);
  (section.kind === "file" ? found.files : found.tables)[section.name] = checksum.result();
}

/**
 * Asserts that the tables are in the fixed order, that all files come after them, and that no table or file occurs
 * twice.
 */
function assertSectionOrder({ kind, name }: Section, { tables, files }: Contents): void {
  const misplaced = new ExportFileError(`${kind} ${name} in it is in the wrong place`);
  if (kind === "file") {
    if (Object.hasOwn(files, name)) throw misplaced;
    return;
  }
  if (!isTable(name)) throw new ExportFileError(`it contains a table ${name}, which this release does not know`);
  const last = Object.keys(tables).at(-1);
  const isLater =
    last === undefined || exportedTableNames.indexOf(name) > exportedTableNames.indexOf(last as ExportedTable);
  if (!isLater || Object.keys(files).length > 0) throw misplaced;
}

function checksumOf(source: string) {
  const checksum = new Checksum();
  checksum.add(Buffer.from(source));
  return checksum.result();
}

/** Asserts that the contents match the checksums in the file. The error names the first difference. */
function assertSameContents(declared: Contents, found: Contents): void {
  if (!isDeepStrictEqual(declared.manifest, found.manifest))
    throw new ExportFileError(`${MANIFEST_ENTRY} in it was modified`);
  for (const kind of ["tables", "files"] as const) {
    for (const name of new Set([...Object.keys(declared[kind]), ...Object.keys(found[kind])])) {
      const expected = declared[kind][name] ?? (kind === "tables" ? new Checksum().result() : undefined);
      if (!isDeepStrictEqual(expected, found[kind][name])) {
        throw new ExportFileError(`it is damaged: the checksum of ${name} does not match`);
      }
    }
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  const store = (part: Uint8Array) => {
    length += part.length;
    if (length > MAX_LINE_LENGTH) throw new ExportFileError("a row in it is too long");
    // The bytes are copied, because the archive reader may reuse its buffer.
    waiting.push(part.slice());
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      store(chunk.subarray(from, at));
      yield Buffer.concat(waiting).toString();
      [waiting, length, from] = [[], 0, at + 1];
    }
    if (from < chunk.length) store(chunk.subarray(from));
  }
  if (length > 0) throw new ExportFileError("a row in it has no end");
}

/** Opens the archive of an export. Reading fails if the unpacked data exceeds the limit. */
function openExport(path: string, visitor: ExportVisitor): SectionedArchiveReader<Section> {
  const { freeBytes, times } = visitor.limit ?? DEFAULT_UNPACKING_LIMIT;
  let packed = 0;
  return new SectionedArchiveReader(path, EXPORT_LAYOUT, {
    onRead: (bytes) => {
      packed = bytes;
      visitor.progress?.(bytes);
    },
    onUnpacked: (bytes) => {
      if (bytes > freeBytes + times * packed) throw new ExportFileError("it is far too large when unpacked");
    },
    signal: visitor.signal,
  });
}
