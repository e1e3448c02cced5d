import type { Readable } from "node:stream";

/** Stores a file whose content is already in memory. */
export const putBytes = (files: FileStore, name: string, bytes: Uint8Array): Promise<number> =>
  files.put(name, singleChunk(bytes));

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A range of a file's bytes. */
export interface ByteRange {
  /** Position of the first byte. */
  readonly start: number;
  /** Position of the last byte, inclusive. */
  readonly end: number;
}

/** A file that existed when it was listed. */
export interface ListedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly storedAt: Date;
}

/**
 * A store for files outside of the database. Their names are paths that the server creates (`uploads/2/3f/9c…`), never
 * names chosen by a user: see `assertFileName`.
 */
export interface FileStore {
  /** Maximum memory that `put` uses for a file, in bytes. */
  readonly bytesPerPut: number;
  /**
   * Stores the content of a stream, and returns its number of bytes. The file exists, complete and durable, once this
   * resolves, and not before. If it rejects, as it does if the stream fails, nothing remains. An existing file is
   * replaced.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Returns the content of a file, or of a range within it. Null: the file does not exist. The caller must read the
   * stream to its end or destroy it.
   */
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Deletes files. Names without a file are ignored. */
  delete(names: readonly string[]): Promise<void>;
  /**
   * Lists the files whose names start with `prefix`, in no particular order. Used to find files that are no longer
   * needed.
   */
  list(prefix: string): AsyncIterable<ListedFile>;
}

/** Segments of `a` to `z`, digits, `_`, `-` and `.`, none of which starts with a dot. */
const FILE_NAME = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Maximum length of a file's name, in characters. */
const MAX_FILE_NAME_CHARACTERS = 200;

/** Whether a name is valid for a file in a store. */
export const isFileName = (name: string): boolean => name.length <= MAX_FILE_NAME_CHARACTERS && FILE_NAME.test(name);

/** Throws if a name is not valid for a file in a store, which means that the program has a bug. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`no name for a stored file: ${name}`);
}
