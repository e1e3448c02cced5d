import type { Tx } from "#kernel/db/types.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { requestJob } from "#kernel/jobs/enqueue-job.ts";
import { deleteFiles } from "#kernel/files/delete-files-job.ts";
import type { Sending } from "#modules/messages/send/new-message-event.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { announceExports } from "../events.ts";
import { storedName } from "../export-file-url.ts";
import type { ExportTally } from "../file/write-export.ts";

interface Concluded {
  readonly id: number;
  /** Who requested it. */
  readonly actorId: number;
  /** Of its file, in bytes. */
  readonly size: number;
  readonly tally: ExportTally;
}

/** An export is complete: whoever requested it is told, also what could not be in it. */
export async function finishExport(tx: Tx, at: Sending, { id, actorId, size, tally }: Concluded): Promise<void> {
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

/** An export cannot be made. */
export async function failExport(
  tx: Tx,
  { realm, now }: Sending,
  { id, token }: { readonly id: number; readonly token: string },
): Promise<void> {
  requestJob(tx, deleteFiles, { names: [storedName({ id, token })] });
  await tx.updateTable("realm_export").set({ failed_at: now }).where("id", "=", id).execute();
  await announceExports(tx, realm);
}
