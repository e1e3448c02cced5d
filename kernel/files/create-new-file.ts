import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Thrown if a new file cannot be created. The message explains the reason to the operator. */
export class NewFileError extends Error {
  override readonly name = "NewFileError";
}

/** Callbacks that write and check a new file while it has a temporary name. */
interface NewFileSteps<Written, Checked> {
  /** Writes the whole content of the file. */
  readonly write: (file: FileHandle) => Promise<Written>;
  /** Checks the complete file, which has `bytes` bytes, at its temporary path. */
  readonly check: (path: string, bytes: number) => Promise<Checked>;
}

/** The results of the callbacks, and the size of the file. */
interface NewFileResult<Written, Checked> {
  readonly written: Written;
  readonly checked: Checked;
  readonly bytes: number;
}

/**
 * Creates a new file that only its owner can read. While the file is being written and checked, its name is `path`
 * followed by `.partial`. It is renamed to `path` when it is flushed to disk and checked. After a failure, no file
 * remains. If the process is killed, the partial file remains until the next attempt.
 * @throws NewFileError if the file exists, if another process is creating it, or if the disk is full
 */
export async function createNewFile<Written, Checked>(
  path: string,
  { write, check }: NewFileSteps<Written, Checked>,
): Promise<NewFileResult<Written, Checked>> {
  await assertDoesNotExist(path);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const file = await open(partial, "wx", 0o600);
  try {
    const written = await write(file);
    await file.sync();
    const { ino, size: bytes } = await file.stat();
    const checked = await check(partial, bytes);
    if ((await stat(partial)).ino !== ino) throw new NewFileError(`another process is writing to ${path}`);
    await assertDoesNotExist(path);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { written, checked, bytes };
  } catch (error) {
    await rm(partial, { force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    throw ["ENOSPC", "EDQUOT"].includes(code)
      ? new NewFileError(`the disk of ${path} is full`, { cause: error })
      : error;
  } finally {
    await file.close();
  }
}

/** @throws NewFileError if the file already exists */
export async function assertDoesNotExist(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  throw new NewFileError(`${path} already exists and will not be overwritten: choose another name, or remove it`);
}

/** Flushes a folder, so that a file in it still has its new name after a power failure. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
