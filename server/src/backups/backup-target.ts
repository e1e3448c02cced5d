import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { BackupSettings } from "./settings.ts";

/** Matches the names of scheduled backups. Other files in the same place are never touched. */
const NAME = /^parlance-\d{8}t\d{6}z\.tar\.gz$/;
/** Matches backups that a killed process has left unfinished. */
const UNFINISHED_NAME = /^parlance-\d{8}t\d{6}z\.tar\.gz\.partial$/;
/** Folder of the backups in a bucket. */
const PREFIX = "backups/";

/** The name of a backup that is made at a time. Names are in the order of the times. */
export const backupName = (at: Date): string =>
  `parlance-${at
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, "")
    .toLowerCase()}.tar.gz`;

/** Where scheduled backups are stored. */
export interface BackupTarget {
  /** Stores the backup that `make` writes to a path. If anything fails, nothing of it remains. */
  store<T>(name: string, make: (path: string) => Promise<T>): Promise<T>;
  /** Calls `read` with the path of a local copy of a backup. */
  read<T>(name: string, read: (path: string) => Promise<T>): Promise<T>;
  /** Returns the names of the backups, the newest first. */
  list(): Promise<string[]>;
  delete(name: string): Promise<void>;
}

/** Options of a target. */
interface TargetOptions {
  /** Folder for temporary copies, which is deleted before and after each use. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export async function openBackupTarget(
  target: BackupSettings["target"],
  options: TargetOptions,
): Promise<BackupTarget> {
  if ("folder" in target) return new FolderTarget(target.folder);
  const { BucketStore } = await import("@parlance/kernel/files/bucket-store.ts");
  return new BucketTarget(new BucketStore(target.bucket), options);
}

const newestFirst = (names: readonly string[]): string[] =>
  names.filter((name) => NAME.test(name)).sort((one, other) => (one < other ? 1 : -1));

class FolderTarget implements BackupTarget {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async store<T>(name: string, make: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const other of await readdir(this.#folder)) if (UNFINISHED_NAME.test(other)) await this.delete(other);
    return make(join(this.#folder, name));
  }

  read<T>(name: string, read: (path: string) => Promise<T>): Promise<T> {
    return read(join(this.#folder, name));
  }

  async list(): Promise<string[]> {
    return newestFirst(await readdir(this.#folder));
  }

  delete(name: string): Promise<void> {
    return rm(join(this.#folder, name), { force: true });
  }
}

class BucketTarget implements BackupTarget {
  readonly #files: FileStore;
  readonly #options: TargetOptions;

  constructor(files: FileStore, options: TargetOptions) {
    this.#files = files;
    this.#options = options;
  }

  store<T>(name: string, make: (path: string) => Promise<T>): Promise<T> {
    return this.#withScratch(name, async (path) => {
      const result = await make(path);
      await this.#files.put(PREFIX + name, createReadStream(path, { signal: this.#options.signal }));
      return result;
    });
  }

  read<T>(name: string, read: (path: string) => Promise<T>): Promise<T> {
    return this.#withScratch(name, async (path) => {
      const content = await this.#files.get(PREFIX + name);
      if (content === null) throw new Error(`the bucket has no ${name}`);
      await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal: this.#options.signal });
      return read(path);
    });
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#files.list(PREFIX)) names.push(name.slice(PREFIX.length));
    return newestFirst(names);
  }

  delete(name: string): Promise<void> {
    return this.#files.delete([PREFIX + name]);
  }

  async #withScratch<T>(name: string, act: (path: string) => Promise<T>): Promise<T> {
    const { scratch } = this.#options;
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    try {
      return await act(join(scratch, name));
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
}
