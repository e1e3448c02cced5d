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

/** How long a file is kept to which no message links. Longer than deleted messages, which operators can bring back. */
const UNCLAIMED_RETENTION_MS = 35 * DAY_MS;

/** So many are looked at together. */
const PURGE_BATCH_SIZE = 500;

export const deleteFilesJob = (files: FileStore): JobDeclaration => ({
  ...deleteStoredFilesJob,
  run: (_ctx, { names }) => files.delete(names as string[]),
});

/** Removes files to which no message has linked for weeks. */
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

/** Ids by organization. What its owner has drafted, or scheduled to be sent, counts as a link already. */
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

/** Deletes what a server that was killed had stored of uploads that nobody was told of, or that were removed meanwhile. */
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
 * A file's address is where it is in the store, and what it is called: so the index of addresses finds it. Thumbnails have
 * the same place elsewhere.
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
