import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A new file cannot be made; the message tells the operator why. */
export class NewFileError extends Error {
  override readonly name = "NewFileError";
}

/** What is done with a new file while it is called otherwise. */
interface NewFileSteps<Written, Checked> {
  /** Writes all of it. */
  readonly write: (file: FileHandle) => Promise<Written>;
  /** Makes sure that it is as it should be, of `bytes` at a preliminary path. */
  readonly check: (path: string, bytes: number) => Promise<Checked>;
}

/** What the steps returned, and the size of the file. */
interface NewFileResult<Written, Checked> {
  readonly written: Written;
  readonly checked: Checked;
  readonly bytes: number;
}

/**
 * Makes a new file that only its owner can read. It gets its name when it is whole: flushed to disk and checked. Until then it
 * is called `path` with `.partial` at its end. What goes wrong leaves nothing, unless the process is killed: then the
 * preliminary file stays until the next try.
 * @throws NewFileError when there is such a file, when another process makes it too, or when the disk is full
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

/** @throws NewFileError where there is such a file already */
export async function assertDoesNotExist(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  throw new NewFileError(`${path} already exists and will not be overwritten: choose another name, or remove it`);
}

/** A file has its new name after a power failure, too. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
