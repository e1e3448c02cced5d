import { ExportFileError, type MessageSpan } from "../file/export-file-format.ts";

/**
 * Number of message ids per chunk in which read state is stored. An import preserves the positions of messages within
 * their chunks.
 */
const CHUNK = 4096;

/** Tables whose ids other rows refer to. */
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
  /** Ids of the organization: in the file, and after the import. */
  readonly realmIds: readonly [before: number, now: number];
  readonly urls: readonly [before: string, now: string];
  readonly messages: MessageSpan;
  /** New id of the first message. */
  readonly firstMessageId: number;
}

/** Maps the ids of a file's rows to their ids in the imported organization. */
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

  /** Returns the new id of a row; undefined if the file contains no such row. */
  find(table: MappedTable, before: number): number | undefined {
    return this.#known.get(table)?.get(before);
  }

  /** Returns the new id of a row. Null stays null. */
  of(table: MappedTable, before: unknown): number | null {
    if (before === null || before === undefined) return null;
    const now = typeof before === "number" ? this.find(table, before) : undefined;
    if (now === undefined)
      throw new ExportFileError(`a row refers to ${table} ${JSON.stringify(before)}, which is not in it`);
    return now;
  }

  /**
   * Returns the new id of a message. An id below the first message's is mapped to the id just below the new first one.
   * 0 stands for no message and stays 0.
   */
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

  /** Returns the new number of a chunk of message ids; null if all its messages were deleted before the export. */
  chunk(before: unknown): number | null {
    const { first, last } = this.mapping.messages;
    if (typeof before !== "number" || !Number.isSafeInteger(before) || before < 0 || before * CHUNK > last) {
      throw new ExportFileError(`a row refers to the messages of chunk ${JSON.stringify(before)}, which are not in it`);
    }
    return (before + 1) * CHUNK <= first ? null : before + this.#shift / CHUNK;
  }
}

/**
 * Returns the lowest id, not below `from`, that the first message can get so that all messages keep their positions
 * within chunks.
 */
export const alignedId = (from: number, firstBefore: number): number =>
  from + ((((firstBefore - from) % CHUNK) + CHUNK) % CHUNK);

/** Returns the number of ids to allocate for a range of messages, including those skipped to align the first one. */
export const countReservedIds = ({ first, last }: MessageSpan): number => last - first + 1 + CHUNK;
