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

/** A file in a list. It may have been deleted since. */
export interface ListedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly storedAt: Date;
}

/**
 * A store for files outside of the database. File names are paths that the server generates (`uploads/2/3f/9c…`), never
 * names that a user has chosen; see `assertFileName`.
 */
export interface FileStore {
  /** Maximum memory that a call of `put` uses, in bytes. */
  readonly bytesPerPut: number;
  /**
   * Stores the content of a stream, and returns the number of bytes. When the promise resolves, the file is complete
   * and durable; until then, it does not exist. If the stream fails, the promise rejects and nothing is stored. An
   * existing file is replaced.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Returns the content of a file, or a range of it, or null if the file does not exist. The caller must read the
   * stream to its end or destroy it.
   */
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Deletes files. Names of files that do not exist are ignored. */
  delete(names: readonly string[]): Promise<void>;
  /**
   * Lists the files whose names start with `prefix`, in no particular order. Used to find files that are no longer
   * needed.
   */
  list(prefix: string): AsyncIterable<ListedFile>;
}

/**
 * File names consist of segments of `a` to `z`, digits, `_`, `-` and `.`, separated by slashes. No segment starts with
 * a dot.
 */
const FILE_NAME = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Maximum length of a file's name, in characters. */
const MAX_FILE_NAME_CHARACTERS = 200;

/** Returns whether a name is valid for a file in a store. */
export const isFileName = (name: string): boolean => name.length <= MAX_FILE_NAME_CHARACTERS && FILE_NAME.test(name);

/** Throws if a name is not valid for a file in a store. An invalid name means that the program has a bug. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`no name for a stored file: ${name}`);
}
