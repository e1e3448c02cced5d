import { ExportFileError, type MessageSpan } from "../file/export-file-format.ts";

/** Messages that are read are noted in chunks of so many ids: messages keep their places within theirs. */
const CHUNK = 4096;

/** Tables whose rows others refer to by their ids. */
export type MappedTable =
  | "account"
  | "attachment"
  | "channel"
  | "channel_folder"
  | "custom_emoji"
  | "custom_profile_field"
  | "recipient"
  | "user_group";

export interface IdMapping {
  /** Of the organization in the file, and of the new one. */
  readonly realmIds: readonly [before: number, now: number];
  readonly urls: readonly [before: string, now: string];
  readonly messages: MessageSpan;
  /** The id that the first message gets. */
  readonly firstMessageId: number;
}

/** Which ids the rows of a file have in the organization that is made of it. */
export class ImportedIds {
  readonly mapping: IdMapping;
  readonly #shift: number;
  readonly #known = new Map<MappedTable, Map<number, number>>();

  constructor(places: IdMapping) {
    this.mapping = places;
    this.#shift = places.firstMessageId - places.messages.first;
  }

  get realmId(): number {
    return this.mapping.realmIds[1];
  }

  note(table: MappedTable, before: number, now: number): void {
    const known = this.#known.get(table) ?? new Map<number, number>();
    if (known.has(before)) throw new ExportFileError(`${table} ${before} is in it twice`);
    this.#known.set(table, known.set(before, now));
  }

  /** The id of a row by the one that it had; undefined where there is no such row. */
  find(table: MappedTable, before: number): number | undefined {
    return this.#known.get(table)?.get(before);
  }

  /** The id of a row by the one that it had. Null stays null. */
  of(table: MappedTable, before: unknown): number | null {
    if (before === null || before === undefined) return null;
    const now = typeof before === "number" ? this.find(table, before) : undefined;
    if (now === undefined)
      throw new ExportFileError(`a row refers to ${table} ${JSON.stringify(before)}, which is not in it`);
    return now;
  }

  /** The id of a message by the one that it had. What was before all messages still is; 0 is none. */
  message(before: unknown): number | null {
    if (before === null || before === undefined) return null;
    if (typeof before !== "number" || !Number.isSafeInteger(before) || before < 0) {
      throw new ExportFileError(`${JSON.stringify(before)} is not a message ID`);
    }
    const { first, last } = this.mapping.messages;
    if (before > last) throw new ExportFileError(`a row refers to message ${before}, which is not in it`);
    if (before === 0) return 0;
    return before < first ? this.mapping.firstMessageId - 1 : before + this.#shift;
  }

  /** Which chunk of ids holds those messages that another one held; null where all of them were gone. */
  chunk(before: unknown): number | null {
    const { first, last } = this.mapping.messages;
    if (typeof before !== "number" || !Number.isSafeInteger(before) || before < 0 || before * CHUNK > last) {
      throw new ExportFileError(`a row refers to the messages of chunk ${JSON.stringify(before)}, which are not in it`);
    }
    return (before + 1) * CHUNK <= first ? null : before + this.#shift / CHUNK;
  }
}

/** The least id from some number on that a message may get, so that it keeps its place within its chunk. */
export const alignedId = (from: number, firstBefore: number): number =>
  from + ((((firstBefore - from) % CHUNK) + CHUNK) % CHUNK);

/** How many ids are taken, at most, for messages of such a span: they begin at an aligned one. */
export const countReservedIds = ({ first, last }: MessageSpan): number => last - first + 1 + CHUNK;
