import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ArchiveWriter } from "@parlance/kernel/backup/archive-writer.ts";
import { Checksum } from "@parlance/kernel/backup/checksum.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { loadSystemBotAccounts } from "#modules/organizations/core/system-realm.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";
import { exportTypeName } from "../export-types.ts";
import {
  CONTENTS_ENTRY,
  type Contents,
  entryName,
  FORMAT_VERSION,
  MANIFEST_ENTRY,
  type Manifest,
  type MessageSpan,
  type Section,
} from "./export-file-format.ts";
import type { ExportScope } from "./export-scope.ts";
import { referencedFiles, tablesWithFiles } from "./referenced-files.ts";
import { exportedRows } from "./exported-rows.ts";

/** Number of rows that are fetched from the database at a time. */
const ROWS_PER_BATCH = 50;

/** Maximum number of missing files whose names are reported. Beyond it, only their number is reported. */
const MAX_MISSING_NAMES = 20;

/**
 * Approximate size of an archive entry with rows, in bytes. Rows are collected up to this size, because an entry starts
 * with its length.
 */
const ENTRY_BYTES = 1_048_576;

export interface ExportOptions extends ExportScope {
  readonly name: string;
  /** URL of the organization. */
  readonly url: string;
  readonly files: FileStore;
  readonly now: Date;
  /** Aborted to stop the export. */
  readonly signal: AbortSignal;
  /** Called after each written entry of a table or file, with the number of the table's rows so far; 0 for a file. */
  readonly report?: (section: Section, rows: number) => void;
}

/** Result of an export. */
export interface ExportSummary {
  readonly rows: number;
  readonly files: number;
  /** Number of files to which rows refer but that do not exist. */
  readonly missing: number;
  /** Names, in the file store, of the first missing files. */
  readonly missingNames: readonly string[];
}

/**
 * Writes an organization's data as one compressed archive: a description, the rows of each table, the files to which
 * they refer, and checksums. The transaction must see a single snapshot of the database. `output` must consume all
 * bytes that it gets.
 */
export async function writeExport(
  tx: Tx,
  exporting: ExportOptions,
  output: (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<ExportSummary> {
  // While a large file is written, the transaction may be idle for longer than is normally allowed.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  const archive = new ArchiveWriter(async (bytes) => void (await output(bytes)), exporting.now);
  const writer = new ExportWriter(archive, exporting);
  try {
    await writer.manifest(await manifestOf(tx, exporting));
    for (const [table, query] of exportedRows(exporting)) await writer.table(table, rowsOf(tx, query, exporting));
    for (const [table, query] of exportedRows(exporting)) {
      if (tablesWithFiles.includes(table)) await writer.filesOf(table, rowsOf(tx, query, exporting));
    }
    await writer.contents();
    await archive.finish();
  } catch (error) {
    await archive.abandon(error);
  }
  return writer.tally;
}

async function manifestOf(tx: Tx, { realmId, type, name, url, now }: ExportOptions): Promise<Manifest> {
  const bots = await loadSystemBotAccounts(tx);
  return {
    format: "parlance-export",
    version: FORMAT_VERSION,
    exported_at: now.toISOString(),
    export_type: exportTypeName(type),
    organization: { id: realmId, name, url },
    system_bots: Object.fromEntries(bots.map(({ id, delivery_email: email }) => [String(id), email])),
    messages: await messageSpan(tx, realmId),
  };
}

async function messageSpan(tx: Tx, realmId: number): Promise<MessageSpan> {
  const { rows } = await sql<MessageSpan>`
    select last_message_id::float8 as last, coalesce((
      select min(id) from message where realm_id = ${realmId}
    ), last_message_id)::float8 as first
    from realm_counter where realm_id = ${realmId}`.execute(tx);
  return rows[0] ?? { first: 0, last: 0 };
}

/** Iterates over the rows of a query in batches, each row as JSON. */
async function* rowsOf(
  tx: Tx,
  query: RawBuilder<unknown>,
  { signal }: ExportOptions,
): AsyncGenerator<readonly string[]> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_PER_BATCH)} from export_rows`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close export_rows`.execute(tx);
}

class ExportWriter {
  readonly #archive: ArchiveWriter;
  readonly #exporting: ExportOptions;
  readonly #contents: { -readonly [Part in keyof Contents]: Contents[Part] };
  readonly #missingNames: string[] = [];
  #missing = 0;

  constructor(archive: ArchiveWriter, exporting: ExportOptions) {
    this.#archive = archive;
    this.#exporting = exporting;
    this.#contents = { manifest: new Checksum().result(), tables: {}, files: {} };
  }

  get tally(): ExportSummary {
    const rows = Object.values(this.#contents.tables).reduce((sum, table) => sum + table.rows, 0);
    const files = Object.keys(this.#contents.files).length;
    return { rows, files, missing: this.#missing, missingNames: this.#missingNames };
  }

  async manifest(manifest: Manifest): Promise<void> {
    this.#contents.manifest = await this.#document(MANIFEST_ENTRY, manifest);
  }

  async contents(): Promise<void> {
    await this.#document(CONTENTS_ENTRY, this.#contents);
  }

  async table(name: ExportedTable, batches: AsyncIterable<readonly string[]>): Promise<void> {
    const checksum = new Checksum();
    const section: Section = { kind: "table", name };
    let [nth, length, lines]: [number, number, Buffer[]] = [0, 0, []];
    const flush = async () => {
      if (length === 0) return;
      nth += 1;
      for (const line of lines) checksum.add(line);
      await this.#archive.add(entryName(section, nth), length, lines);
      this.#exporting.report?.(section, checksum.rows);
      [length, lines] = [0, []];
    };
    for await (const rows of batches) {
      const block = Buffer.from(rows.map((row) => `${row}\n`).join(""));
      lines.push(block);
      length += block.length;
      if (length >= ENTRY_BYTES) await flush();
    }
    await flush();
    this.#contents.tables[name] = checksum.result();
  }

  async filesOf(table: ExportedTable, batches: AsyncIterable<readonly string[]>): Promise<void> {
    for await (const rows of batches) {
      for (const row of rows) {
        const names = referencedFiles(table, JSON.parse(row) as Fields, this.#exporting.realmId);
        for (const name of names) await this.#file(name);
      }
    }
  }

  async #file(name: string): Promise<void> {
    const { files, report } = this.#exporting;
    const size = await sizeOf(files, name);
    const content = size === null ? null : await files.get(name);
    if (size === null || content === null) {
      this.#missing += 1;
      if (this.#missing <= MAX_MISSING_NAMES) this.#missingNames.push(name);
      return;
    }
    const checksum = new Checksum();
    const section: Section = { kind: "file", name };
    await this.#archive.add(entryName(section, 1), size, counted(content as AsyncIterable<Uint8Array>, checksum));
    this.#contents.files[name] = checksum.result();
    report?.(section, 0);
  }

  async #document(name: string, data: object) {
    const bytes = Buffer.from(JSON.stringify(data));
    const checksum = new Checksum();
    checksum.add(bytes);
    await this.#archive.add(name, bytes.length, [bytes]);
    return checksum.result();
  }
}

async function* counted(content: AsyncIterable<Uint8Array>, checksum: Checksum): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    checksum.add(chunk);
    yield chunk;
  }
}

async function sizeOf(files: FileStore, name: string): Promise<number | null> {
  for await (const found of files.list(name)) if (found.name === name) return found.size;
  return null;
}
