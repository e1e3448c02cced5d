import { sql } from "kysely";
import { createLog } from "@parlance/kernel/events/event-log.ts";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { loadSystemBotAccounts } from "#modules/organizations/core/system-realm.ts";
import { allocateConsecutiveMessageIds } from "#modules/messages/send/actions/allocate-message-ids.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";
import { columnsOf } from "../columns/exported-columns.ts";
import { ExportFileError, type Manifest } from "../file/export-file-format.ts";
import { alignedId, countReservedIds, ImportedIds } from "../importing/imported-ids.ts";
import { remapRow, parseRow } from "../importing/imported-row.ts";
import { checkImportedRow } from "../importing/check-imported-values.ts";
import { assertMessagesImported } from "../importing/check-message-references.ts";
import { renderRows, type ImportedRealm } from "../importing/render-imported-texts.ts";
import { readLeadingTables, readExport } from "../file/read-export.ts";
import { verifiedContent, referencedFiles } from "../file/referenced-files.ts";
import { insertImportedRows, allocateIds } from "./insert-imported-rows.ts";
import { renderImportedMessages } from "./render-imported-messages.ts";

/** Number of rows, and total number of their characters, at which a batch for one insert statement is complete. */
const MAX_ROWS_PER_INSERT = 500;
const MAX_CHARACTERS_PER_INSERT = 4 * 2 ** 20;

/** Tables to which texts and settings refer. The new ids of their rows are determined before any row is written. */
const TABLES_WITH_IDS_MAPPED_FIRST: readonly ExportedTable[] = ["account", "channel"];

/**
 * Maximum range of message ids in a file. The import preserves gaps between ids, and no server writes a file with a
 * larger range.
 */
const MAX_MESSAGE_IDS = 2 ** 33;

export interface ImportOptions {
  /** Path of the export file. */
  readonly path: string;
  readonly files: FileStore;
  /** Subdomain of the new organization, already validated. */
  readonly subdomain: string;
  readonly url: string;
  /** Name of the new organization; null for the name in the export. */
  readonly name: string | null;
  readonly signal: AbortSignal;
  /** Called with the number of bytes of the file that were read so far. */
  readonly progress: (bytes: number) => void;
}

/** Result of an import. */
export interface ImportResult {
  readonly realmId: number;
  readonly name: string;
  readonly rows: number;
  readonly files: number;
  /** Number of files to which rows refer but that the export does not contain. */
  readonly missing: number;
}

/**
 * Creates a new organization from the file of a full export, in one transaction: either everything is imported, or
 * nothing. Files are stored before the commit, and deleted if the import fails.
 * @throws ExportFileError
 */
export async function importOrganization(
  db: Database,
  manifest: Manifest,
  importing: ImportOptions,
): Promise<ImportResult> {
  const { messages } = manifest;
  const count = countReservedIds(messages);
  if (!(count > 0 && count <= MAX_MESSAGE_IDS)) throw new ExportFileError("it contains invalid message IDs");
  const firstId = await db.write((tx) => allocateConsecutiveMessageIds(tx, count));
  const stored: string[] = [];
  try {
    return await db.write((tx) => {
      const firstMessageId = alignedId(firstId, messages.first);
      return new Import(tx, { manifest, importing, firstMessageId, stored }).run();
    });
  } catch (error) {
    await importing.files.delete(stored);
    throw error;
  }
}

interface ImportPlan {
  readonly manifest: Manifest;
  readonly importing: ImportOptions;
  readonly firstMessageId: number;
  /** Names of the files that were stored so far, to be deleted after a failure. */
  readonly stored: string[];
}

class Import {
  readonly #tx: Tx;
  readonly #plan: ImportPlan;
  readonly #writers = new Map<number, Actor>();
  /** New names of the files that were not read yet, by their names in the export. */
  readonly #expected = new Map<string, string>();
  readonly #tally = { rows: 0, files: 0, bytes: 0, lastEventId: 0, lastUpdateId: 0 };
  #ids!: ImportedIds;
  #name = "";

  constructor(tx: Tx, plan: ImportPlan) {
    this.#tx = tx;
    this.#plan = plan;
  }

  async run(): Promise<ImportResult> {
    const { importing, manifest } = this.#plan;
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(this.#tx);
    await this.#start();
    await readLeadingTables(importing.path, "channel", {
      rows: (table, lines) => this.#idsBefore(table, lines),
      signal: importing.signal,
    });
    const { manifest: read } = await readExport(importing.path, {
      rows: (table, lines) => this.#table(table, lines),
      file: (name, content) => this.#file(name, content),
      progress: importing.progress,
      signal: importing.signal,
    });
    if (this.#name === "" || JSON.stringify(read) !== JSON.stringify(manifest)) {
      throw new ExportFileError("it contains no organization, or was changed while it was read");
    }
    await this.#finish();
    const { rows, files } = this.#tally;
    return { realmId: this.#ids.realmId, name: this.#name, rows, files, missing: this.#expected.size };
  }

  get #place(): ImportedRealm {
    return { realmId: this.#ids.realmId, realmUrl: this.#plan.importing.url, writers: this.#writers };
  }

  /**
   * Allocates the id of the organization and starts the mapping of ids. Ids of the exporting server's system bots are
   * mapped to those of this server.
   */
  async #start(): Promise<void> {
    const { manifest, importing, firstMessageId } = this.#plan;
    const { id: realmBefore, url: urlBefore } = manifest.organization;
    const [realmId = 0] = await allocateIds(this.#tx, "realm", 1);
    this.#ids = new ImportedIds({
      realmIds: [realmBefore, realmId],
      urls: [urlBefore.replace(/\/$/, ""), importing.url],
      messages: manifest.messages,
      firstMessageId,
    });
    const own = new Map((await loadSystemBotAccounts(this.#tx)).map(({ id, delivery_email: email }) => [email, id]));
    for (const [before, email] of Object.entries(manifest.system_bots)) {
      const now = own.get(email);
      if (now !== undefined) this.#ids.note("account", Number(before), now);
    }
  }

  async #idsBefore(table: ExportedTable, lines: AsyncIterable<string>): Promise<void> {
    if (!TABLES_WITH_IDS_MAPPED_FIRST.includes(table)) return;
    for await (const rows of batchRows(lines)) await this.#noteIds(table, rows);
  }

  async #table(table: ExportedTable, lines: AsyncIterable<string>): Promise<void> {
    for await (const rows of batchRows(lines)) {
      if (!TABLES_WITH_IDS_MAPPED_FIRST.includes(table)) await this.#noteIds(table, rows);
      await this.#rows(table, rows);
    }
  }

  async #rows(table: ExportedTable, rows: readonly Fields[]): Promise<void> {
    const pairs = rows.flatMap((one) => {
      const file = checkImportedRow(table, one);
      const row = remapRow(table, file, this.#ids);
      return row ? [{ row, file }] : [];
    });
    for (const { row, file } of pairs) this.#look(table, row, file);
    await renderRows(this.#tx, this.#place, table, pairs);
    const imported = pairs.map(({ row }) => row);
    await assertMessagesImported(this.#tx, table, imported);
    await insertImportedRows(this.#tx, table, imported);
    this.#tally.rows += pairs.length;
  }

  async #noteIds(table: ExportedTable, rows: readonly Fields[]): Promise<void> {
    const [, column] = columnsOf(table).find(([name]) => name === "id") ?? [];
    if (column?.kind !== "id" || !column.of) return;
    const ids = await allocateIds(this.#tx, table, rows.length);
    for (const [index, { id }] of rows.entries()) {
      if (!Number.isSafeInteger(id)) throw new ExportFileError(`a row of ${table} has no id`);
      this.#ids.note(column.of, id as number, ids[index] ?? 0);
    }
  }

  /**
   * Collects data of a row that later rows, files or the end of the import need. Sets the new subdomain and name in the
   * row of the organization.
   */
  #look(table: ExportedTable, row: Record<string, unknown>, file: Fields): void {
    const { manifest, importing } = this.#plan;
    const { realmId } = this.#ids;
    if (table === "realm") {
      if (this.#name !== "") throw new ExportFileError("it contains several organizations");
      this.#name = importing.name ?? String(row["name"]);
      Object.assign(row, { subdomain: importing.subdomain, name: this.#name });
    }
    if (table === "account") {
      const { id, role, bot_type: botType } = row as { id: number; role: Actor["role"]; bot_type: Actor["botType"] };
      this.#writers.set(id, { id, realmId, role, botType, isBot: botType !== null });
    }
    const now = referencedFiles(table, row, realmId);
    for (const [index, before] of referencedFiles(table, file, manifest.organization.id).entries()) {
      this.#expected.set(before, now[index] ?? "");
    }
    if (table === "attachment") this.#tally.bytes += Number(row["size"]);
    const events = [row["from_event_id"], row["to_event_id"]].map((id) => Number(id ?? 0));
    if (table === "subscription_period") this.#tally.lastEventId = Math.max(this.#tally.lastEventId, ...events);
    if (table === "user_presence") {
      this.#tally.lastUpdateId = Math.max(this.#tally.lastUpdateId, Number(row["update_id"]));
    }
  }

  async #file(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const now = this.#expected.get(name);
    if (now === undefined) throw new ExportFileError(`no row refers to its file ${name}`);
    this.#expected.delete(name);
    this.#plan.stored.push(now);
    await this.#plan.importing.files.put(now, verifiedContent(name, content));
    this.#tally.files += 1;
  }

  /** Writes the data that depends on all rows. */
  async #finish(): Promise<void> {
    const { realmId } = this.#ids;
    const { lastEventId, lastUpdateId, bytes } = this.#tally;
    const messageId = this.#ids.message(this.#plan.manifest.messages.last) ?? 0;
    await createLog(this.#tx, realmId, { eventId: lastEventId, messageId });
    if (lastUpdateId > 0) {
      await insertImportedRows(this.#tx, "presence_counter", [{ realm_id: realmId, last_update_id: lastUpdateId }]);
    }
    if (bytes > 0) await insertImportedRows(this.#tx, "upload_space", [{ realm_id: realmId, used: bytes }]);
    await renderImportedMessages(this.#tx, this.#place);
  }
}

async function* batchRows(lines: AsyncIterable<string>): AsyncGenerator<readonly Fields[]> {
  let [waiting, length]: [Fields[], number] = [[], 0];
  for await (const line of lines) {
    waiting.push(parseRow(line));
    length += line.length;
    if (waiting.length < MAX_ROWS_PER_INSERT && length < MAX_CHARACTERS_PER_INSERT) continue;
    yield waiting;
    [waiting, length] = [[], 0];
  }
  if (waiting.length > 0) yield waiting;
}
