import { open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import pg from "pg";
import type { ConnectionSettings } from "../pool.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { writeContent, type Content } from "./content.ts";
import { BackupError } from "./format.ts";
import type { Report } from "./progress.ts";
import { readBackup, type Verified } from "./reader.ts";
import { beginSnapshot, prepareSession } from "./snapshot.ts";

export interface BackupOptions extends Content {
  readonly connection: ConnectionSettings;
  readonly report: Report;
  /** Cuts it off; what was written is removed. */
  readonly signal: AbortSignal;
}

/**
 * Backs a database up into a new file that only its owner can read, while others go on using it. The file gets its name
 * when it is whole: flushed to disk, read back and compared. Until then it is called `path` with `.partial` at its end, and
 * whatever goes wrong leaves nothing.
 * @throws BackupError when the file exists, or the database is empty
 */
export async function createBackup(path: string, options: BackupOptions): Promise<Verified & { bytes: number }> {
  await refuseExisting(path);
  const partial = `${path}.partial`;
  await rm(partial, { force: true }); // of a backup that was killed
  const file = await open(partial, "wx", 0o600);
  try {
    const { ino } = await file.stat();
    await writeSnapshot(file, options);
    const { size } = await file.stat();
    const report = (bytes: number) => options.report({ step: "verifying", what: "", part: bytes / size, bytes });
    const verified = await readBackup(partial, { progress: report, signal: options.signal });
    if ((await stat(partial)).ino !== ino) throw new BackupError(`another backup is being written to ${path}`);
    options.signal.throwIfAborted();
    await refuseExisting(path);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { ...verified, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    const { code = "" } = error as NodeJS.ErrnoException;
    throw ["ENOSPC", "EDQUOT"].includes(code)
      ? new BackupError(`the disk of ${path} is full`, { cause: error })
      : error;
  } finally {
    await file.close();
  }
}

async function refuseExisting(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) === undefined) return;
  throw new BackupError(`${path} exists already; a backup replaces nothing: choose another name, or remove it`);
}

async function writeSnapshot(file: FileHandle, options: BackupOptions): Promise<void> {
  const client = new pg.Client({ ...options.connection, application_name: "parlance backup" });
  client.on("error", () => undefined); // the next query reports it
  await client.connect();
  const cut = () => void client.end();
  options.signal.addEventListener("abort", cut, { once: true });
  let written = 0;
  const archive = new ArchiveWriter(async (bytes) => {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      written += chunk.length;
    }
    await file.sync();
  }, new Date());
  try {
    await prepareSession(client);
    const facts = await beginSnapshot(client);
    await writeContent(archive, client, facts, { ...options, written: () => written });
    await archive.finish();
  } catch (error) {
    await archive.abandon(options.signal.aborted ? options.signal.reason : error);
  } finally {
    options.signal.removeEventListener("abort", cut);
    await client.end().catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
