import { chown, lchown, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  createReplacementDraft,
  type EmbeddedPostgres,
  replaceDataDirectory,
  startEmbeddedPostgres,
  lockDataDirectory,
} from "@parlance/embedded-postgres/index.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";

interface EmbeddedTarget {
  readonly dataDir: string;
  readonly binDir: string | undefined;
}

/**
 * Creates a new embedded database and a folder for files, lets `fill` fill them, and then atomically replaces the
 * content of the data directory with them. Returns the result of `fill`, and the path to which the former content was
 * moved, if there was any.
 * @throws DataDirectoryInUse if a server is running
 */
export async function replaceEmbedded<T>(
  { dataDir, binDir }: EmbeddedTarget,
  fill: (connection: ConnectionSettings, files: string) => Promise<T>,
): Promise<{ result: T; formerContent: string | undefined }> {
  await using lock = await lockDataDirectory(dataDir);
  const draft = await createReplacementDraft(lock.path);
  let clusterDir: string | undefined;
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: lock.path,
      binDir,
      log: () => undefined,
      use: { draft: "restored" },
    });
    clusterDir = postgres.clusterDir;
    const result = await fillAndStop(postgres, (connection) => fill(connection, draft));
    await changeOwner(draft, lock.path);
    await rename(clusterDir, join(draft, "postgres"));
    return { result, formerContent: await replaceDataDirectory(lock.path, draft, new Date()) };
  } catch (error) {
    for (const folder of [draft, clusterDir])
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    throw error;
  }
}

async function fillAndStop<T>(postgres: EmbeddedPostgres, fill: (connection: ConnectionSettings) => Promise<T>) {
  try {
    return await fill(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

/** If root restores into another user's data directory, gives the restored files to that user. */
async function changeOwner(draft: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await chown(draft, uid, gid);
}
