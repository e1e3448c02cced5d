import type { Write } from "@parlance/kernel/http/context.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { ExportDeleted, ExportFailed, ExportPending, InvalidExport } from "../errors.ts";
import { announceExports } from "../events.ts";
import { exportFileName } from "../export-file-url.ts";

/** Deletes the file of an export. The record of the export remains. Throws one of `deletionErrors`. */
export async function deleteExport({ tx, actor, realm, now }: Write, id: number): Promise<void> {
  await lockRealm(tx, realm.id);
  const found = await tx
    .selectFrom("realm_export")
    .selectAll()
    .where("id", "=", id)
    .where("realm_id", "=", realm.id)
    .executeTakeFirst();
  if (!found) throw new InvalidExport();
  if (found.deleted_at !== null) throw new ExportDeleted();
  if (found.failed_at !== null) throw new ExportFailed();
  if (found.finished_at === null) throw new ExportPending();
  enqueueJob(tx, deleteStoredFilesJob, { names: [exportFileName(found)] });
  await tx.updateTable("realm_export").set({ deleted_at: now, size: null }).where("id", "=", id).execute();
  await recordAct(tx, { realmId: realm.id, actorId: actor.id, act: "export.deleted", targetId: id, now });
  await announceExports(tx, realm);
}

export const deletionErrors = [InvalidExport, ExportDeleted, ExportFailed, ExportPending] as const;
