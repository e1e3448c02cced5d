import type { Readable } from "node:stream";

/** Keeps what is in memory already. */
export const putBytes = (files: FileStore, name: string, bytes: Uint8Array): Promise<number> =>
  files.put(name, singleChunk(bytes));

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A part of a file. */
export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte, which belongs to it. */
  readonly end: number;
}

/** A file that was there when it was listed. */
export interface ListedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly storedAt: Date;
}

/**
 * Where files are kept, outside of the database. Their names are paths that the server makes up (`uploads/2/3f/9c…`), never
 * what a person calls them: see `assertFileName`.
 */
export interface FileStore {
  /** What a file on its way in takes of the memory, at most, in bytes. */
  readonly bytesPerPut: number;
  /**
   * Keeps what a stream brings, and returns how many bytes it was. The file is there whole, and lasting, once this resolves,
   * and not at all before. Where it rejects, as it does if the stream does, nothing is left. A file that is there already is
   * replaced.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * The content of a file, or of a part of it that lies within. Null: there is no such file. Whoever gets the stream reads it
   * to its end or destroys it.
   */
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Deletes files. Those that are not there are no problem. */
  delete(names: readonly string[]): Promise<void>;
  /** The files whose names begin so, in no particular order: to find what nobody needs any more. */
  list(prefix: string): AsyncIterable<ListedFile>;
}

/** Segments of small letters, digits, `_`, `-` and `.`, none of which begins with a dot. */
const FILE_NAME = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Longest name of a file, in characters. */
const MAX_FILE_NAME_CHARACTERS = 200;

/** Whether it may be the name of a file in a store. */
export const isFileName = (name: string): boolean => name.length <= MAX_FILE_NAME_CHARACTERS && FILE_NAME.test(name);

/** Throws unless it may be the name of a file in a store: anything else is a mistake in the program. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`no name for a stored file: ${name}`);
}
