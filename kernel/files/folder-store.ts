import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { systemErrorCode } from "../base/file-errors.ts";
import { type ByteRange, type FileStore, type ListedFile, assertFileName } from "./file-store.ts";

/**
 * Folder for unfinished files. It cannot collide with a stored file, because the name of a stored file never starts
 * with a dot.
 */
const UNFINISHED_FOLDER = ".unfinished";

/** Time since the last write after which an unfinished file counts as abandoned, in milliseconds. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Stores files in a folder of the file system. */
export class FolderStore implements FileStore {
  readonly bytesPerPut = 256 * 1024;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the store. Creates the folder if it does not exist. Deletes nothing. */
  static async open(folder: string): Promise<FolderStore> {
    await mkdir(join(folder, UNFINISHED_FOLDER), { recursive: true, mode: 0o700 });
    return new FolderStore(folder);
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const target = this.#path(name);
    const draft = join(this.#folder, UNFINISHED_FOLDER, randomUUID());
    try {
      const size = await write(draft, content);
      await makeFolder(this.#folder, dirname(target));
      await rename(draft, target);
      await sync(dirname(target));
      return size;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    const file = await open(this.#path(name)).catch(nullIfMissing);
    return file?.createReadStream({ ...range }) ?? null;
  }

  async delete(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(this.#path(name), { force: true });
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    const entries = await opendir(join(this.#folder, folder), { recursive: true }).catch(nullIfMissing);
    for await (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(this.#folder.length + 1);
      const found = name.startsWith(prefix) && !name.startsWith(".") ? await stat(path).catch(nullIfMissing) : null;
      if (found) yield { name, size: found.size, storedAt: found.mtime };
    }
  }

  #path(name: string): string {
    assertFileName(name);
    return join(this.#folder, name);
  }
}

/**
 * Deletes the unfinished files of processes that were killed. `shared`: whether other processes may use the folder at
 * the same time; then only files that count as abandoned are deleted.
 */
export async function deleteUnfinishedInFolder(
  folder: string,
  { shared }: { readonly shared: boolean },
): Promise<void> {
  const unfinished = join(folder, UNFINISHED_FOLDER);
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    if (!shared || (await isAbandoned(path))) await rm(path, { force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(nullIfMissing);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await using file = await open(path, "wx", 0o600);
  let size = 0;
  for await (const chunk of content) {
    await writeChunk(file, chunk);
    size += chunk.length;
  }
  await file.sync();
  return size;
}

async function writeChunk(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.length;) from += (await file.write(chunk, from)).bytesWritten;
}

/**
 * Creates a folder that still exists after a power failure: the parent folder of each new folder is flushed to disk.
 */
async function makeFolder(top: string, folder: string): Promise<void> {
  if (await stat(folder).catch(nullIfMissing)) return;
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let above = dirname(folder); above.length >= top.length; above = dirname(above)) await sync(above);
}

/** Flushes a folder to disk, so that files created or renamed in it survive a power failure. */
async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function nullIfMissing(error: unknown): null {
  if (systemErrorCode(error) === "ENOENT") return null;
  throw error;
}
