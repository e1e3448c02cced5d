import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { removeAttachments } from "./actions/remove-attachments.ts";
import { ATTACHMENT_PREFIX } from "./attachment-paths.ts";
import { isInDraftOrScheduledInSql } from "./queries.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { THUMBNAIL_PREFIX as THUMBNAILS } from "./thumbnails.ts";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Time after which a file that no message links to is removed. It is longer than the retention of deleted messages, so
 * that a message that an operator restores still has its files.
 */
const UNCLAIMED_RETENTION_MS = 35 * DAY_MS;

/** Maximum number of files removed per batch. */
const PURGE_BATCH_SIZE = 500;

export const deleteFilesJob = (files: FileStore): JobDeclaration => ({
  ...deleteStoredFilesJob,
  run: (_ctx, { names }) => files.delete(names as string[]),
});

/**
 * Removes files that no message has linked to for `UNCLAIMED_RETENTION_MS`, except those in a draft or scheduled
 * message.
 */
export const purgeUnclaimedFiles: JobDeclaration = {
  name: "purge-unclaimed-files",
  payload: z.object({}),
  schedule: "23 4 * * *",
  async run({ db, clock, signal }) {
    const unclaimedBefore = new Date(clock.now().getTime() - UNCLAIMED_RETENTION_MS);
    while (!signal.aborted) {
      const found = await findExpiredUnclaimed(db, unclaimedBefore);
      for (const [realmId, ids] of found) {
        await db.write((tx) => removeAttachments(tx, realmId, { ids, unclaimedBefore }));
      }
      if (found.size === 0) return;
    }
  },
};

/**
 * Finds the ids of expired unclaimed files, by organization. A file that is in a draft or a scheduled message of its
 * owner does not expire.
 */
async function findExpiredUnclaimed(
  { reader }: Database,
  before: Date,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ id: number; realm_id: number }>`
    select id, realm_id from attachment
    where unclaimed_since < ${before}::timestamptz and not ${isInDraftOrScheduledInSql}
    order by unclaimed_since limit ${PURGE_BATCH_SIZE}`.execute(reader);
  const byRealm = Map.groupBy(rows, ({ realm_id }) => realm_id);
  return new Map([...byRealm].map(([realmId, own]) => [realmId, own.map(({ id }) => id)]));
}

/**
 * Deletes files from the file store that have no row in the database. These are uploads that were not acknowledged
 * because the server was killed, and files whose attachment has been removed.
 */
export const deleteOrphanedAttachments = (files: FileStore): JobDeclaration => ({
  name: "sweep-files",
  payload: z.object({}),
  schedule: "53 4 * * 0",
  async run({ db, clock, signal }) {
    for (const prefix of [ATTACHMENT_PREFIX, THUMBNAILS]) {
      await deleteOrphanedFiles({ files, prefix, clock, signal }, (names) => findOrphanedFiles(db, names));
    }
  },
});

/**
 * Returns the names of those stored files that have no attachment. An attachment's path id consists of the file's key
 * in the store, `/` and the file name, so the range condition on `path_id` can use the index. A picture's thumbnails
 * have the same key as the picture under another prefix.
 */
async function findOrphanedFiles({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const places = names.map((name) => name.split("/").slice(1, 4).join("/"));
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[], ${places}::text[]) as stored (name, place)
    where not exists (
      select from attachment where path_id > stored.place || '/' and path_id < stored.place || '0'
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
