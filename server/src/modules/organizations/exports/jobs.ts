import { sql } from "kysely";
import { z } from "zod";
import { findOutage } from "@parlance/kernel/db/outage.ts";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteOrphanedFiles } from "@parlance/kernel/files/delete-orphaned-files.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import { EXPORTS_PREFIX, exportFileName } from "./export-file-url.ts";
import { exportJob } from "./export-job.ts";
import { findPendingExport } from "./queries.ts";
import { writeExport, type ExportSummary } from "./file/write-export.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import type { RealmAndTime } from "#modules/messages/send/new-message-event.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { announceExports } from "./events.ts";

interface FinishedExport {
  readonly id: number;
  /** Id of the user who requested the export. */
  readonly actorId: number;
  /** Size of the export's file, in bytes. */
  readonly size: number;
  readonly tally: ExportSummary;
}

/** Marks an export as finished, and notifies the user who requested it. The message mentions missing files. */
async function finishExport(tx: Tx, at: RealmAndTime, { id, actorId, size, tally }: FinishedExport): Promise<void> {
  const { files, missing, missingNames } = tally;
  await tx.updateTable("realm_export").set({ finished_at: at.now, size }).where("id", "=", id).execute();
  const after = { files, missing_files: missing, missing_file_names: missingNames };
  const act = { realmId: at.realm.id, actorId: null, act: "export.completed", targetId: id } as const;
  await recordAct(tx, { ...act, after, now: at.now });
  await announceExports(tx, at.realm);
  const lost =
    missing === 0
      ? ""
      : ` Uploaded files that were missing on the server and are not included: ${missing}. The audit log lists them.`;
  const content = `Your data export is complete. [View and download exports](${at.realm.url}/#organization/data-exports-admin).${lost}`;
  await postNotices(tx, at, [{ to: { userId: actorId }, content }]);
}

/** Marks an export as failed, publishes this, and enqueues the deletion of its file. */
async function failExport(
  tx: Tx,
  { realm, now }: RealmAndTime,
  { id, token }: { readonly id: number; readonly token: string },
): Promise<void> {
  enqueueJob(tx, deleteStoredFilesJob, { names: [exportFileName({ id, token })] });
  await tx.updateTable("realm_export").set({ failed_at: now }).where("id", "=", id).execute();
  await announceExports(tx, realm);
}

/** Records the start of an attempt to create an export. Returns the number of attempts so far. */
async function startExport(tx: Tx, id: number): Promise<number> {
  const { tries } = await tx
    .updateTable("realm_export")
    .set({ tries: sql<number>`tries + 1` })
    .where("id", "=", id)
    .returning("tries")
    .executeTakeFirstOrThrow();
  return tries;
}

/**
 * Maximum number of attempts. An export that was interrupted in each of them, for example by crashes, is marked as
 * failed.
 */
const MAX_ATTEMPTS = 5;

/**
 * Creates an export from a single snapshot of the database. An export that is interrupted by a shutdown, a crash or an
 * outage is repeated; any other error makes it fail.
 */
export const exportOrganizations = (site: RealmSite, files: FileStore): JobDeclaration => ({
  ...exportJob,
  async run(ctx, payload) {
    const pending = await findPendingExport(ctx.db.reader, exportJob.payload.parse(payload).export_id, site);
    if (!pending) return;
    const { id, realm } = pending;
    try {
      const tries = await ctx.db.write((tx) => startExport(tx, id));
      if (tries > MAX_ATTEMPTS) throw new Error(`it was interrupted ${MAX_ATTEMPTS} times`);
      const made = await writeExportFile(ctx, pending, files);
      await ctx.db.write((tx) => finishExport(tx, { realm, now: ctx.clock.now() }, { ...pending, ...made }));
    } catch (error) {
      if (ctx.signal.aborted || findOutage(error)) throw error;
      ctx.log.error({ err: error, export: id }, "an export failed");
      await ctx.db.write((tx) => failExport(tx, { realm, now: ctx.clock.now() }, pending));
    }
  },
});

type Pending = NonNullable<Awaited<ReturnType<typeof findPendingExport>>>;

/** Writes the file. */
async function writeExportFile({ db, clock, signal }: JobContext, pending: Pending, files: FileStore) {
  const { id: realmId, url } = pending.realm;
  const exporting = { realmId, url, name: pending.name, type: pending.type, files, now: clock.now(), signal };
  let size = 0;
  const tally = await db.snapshot((_, tx) =>
    writeExport(tx, exporting, async (bytes) => {
      size = await files.put(exportFileName(pending), bytes);
    }),
  );
  return { size, tally };
}

/** Deletes files older than two days that belong to no export, or to one that failed or was deleted. */
export const deleteOrphanedExports = (files: FileStore): JobDeclaration => ({
  name: "sweep-exports",
  payload: z.object({}),
  schedule: "33 5 * * 0",
  run: ({ db, clock, signal }) =>
    deleteOrphanedFiles({ files, prefix: EXPORTS_PREFIX, clock, signal }, (names) => namesWithoutRow(db, names)),
});

async function namesWithoutRow({ reader }: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select stored.name from unnest(${names}::text[]) as stored (name)
    where not exists (
      select from realm_export
      where stored.name = ${EXPORTS_PREFIX} || id || '-' || token || '.tar.gz' and deleted_at is null and failed_at is null
    )`.execute(reader);
  return rows.map(({ name }) => name);
}
