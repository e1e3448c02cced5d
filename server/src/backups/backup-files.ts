import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BackupFile } from "@parlance/kernel/backup/backup-content.ts";
import { isFileName } from "@parlance/kernel/files/file-store.ts";

/** Tables whose rows are not backed up, because they are useless after a restore. */
export const EXCLUDED_TABLES: readonly string[] = [
  // If an event queue continued after a restore, its client could receive different events with ids that it already
  // knows. Without the queue, the client gets BAD_EVENT_QUEUE_ID and registers again.
  "event_queue",
  // Counters of attempts in the last hours, for rate limits.
  "login_failure",
  "attempt",
];

export const SECRET_FILE = "secret.key";
const DEMO_FILE = "demo-credentials.json";
const MAIL_FOLDER = "mail";
const UPLOADS_FOLDER = "uploads";

/** Lists the files of a data directory that belong in a backup because they cannot be regenerated. */
export async function listBackupFiles(dataDir: string, { withSecret }: { withSecret: boolean }): Promise<BackupFile[]> {
  const emails = await readdir(join(dataDir, MAIL_FOLDER)).catch(() => []);
  const paths = [
    ...(withSecret ? [SECRET_FILE] : []),
    DEMO_FILE,
    ...emails.filter((name) => name.endsWith(".eml")).map((name) => `${MAIL_FOLDER}/${name}`),
    ...(await listUploads(dataDir)),
  ];
  return paths.map((path) => ({ path, source: join(dataDir, path) }));
}

/** Lists the uploaded files, except those whose upload is not complete. */
async function listUploads(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, UPLOADS_FOLDER), { recursive: true, withFileTypes: true }).catch(() => []);
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter(isUpload);
}

const isUpload = (path: string): boolean =>
  path.startsWith(`${UPLOADS_FOLDER}/`) && isFileName(path.slice(UPLOADS_FOLDER.length + 1));

/**
 * Returns whether a backup may contain a file with this path. A file with any other path does not come from the server.
 */
export const isRestorable = (path: string): boolean =>
  path === SECRET_FILE || path === DEMO_FILE || /^mail\/[^/]+\.eml$/.test(path) || isUpload(path);
