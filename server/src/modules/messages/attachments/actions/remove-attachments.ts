import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { attachmentRemoved } from "../events.ts";
import { attachmentStorageKeys } from "../thumbnails.ts";
import { releaseSpace } from "./upload-space.ts";

/**
 * Selects the files to remove: either one file of an owner, or files that no message has linked to since
 * `unclaimedBefore`.
 */
type AttachmentSelection =
  | { readonly id: number; readonly ownerId: number }
  | { readonly ids: readonly number[]; readonly unclaimedBefore: Date };

interface RemovedAttachment {
  readonly id: number;
  readonly owner_id: number;
  readonly path_id: string;
  readonly size: number;
  readonly is_picture: boolean;
}

/**
 * Removes an organization's files and notifies their owners. Deleting the rows and enqueuing the job that deletes the
 * bytes from the file store is one transaction. So no row points to a missing file, and if the server is killed before
 * the job has run, the job deletes the bytes after the restart. Returns the number of removed files.
 */
export async function removeAttachments(tx: Tx, realmId: number, choice: AttachmentSelection): Promise<number> {
  const isChosen =
    "ids" in choice
      ? sql`id = any(${choice.ids}::int[]) and unclaimed_since < ${choice.unclaimedBefore}::timestamptz`
      : sql`id = ${choice.id}::int and owner_id = ${choice.ownerId}`;
  await lockLinkingMessages(tx, isChosen);
  await lockPosition(tx, realmId);
  const { rows: removed } = await sql<RemovedAttachment>`
    delete from attachment where ${isChosen} and realm_id = ${realmId}
    returning id, owner_id, path_id, size::float8 as size, content_type like 'image/%' as is_picture`.execute(tx);
  if (removed.length === 0) return 0;
  const freed = removed.reduce((sum, { size }) => sum + size, 0);
  const used = await releaseSpace(tx, realmId, freed);
  for (const { id, owner_id } of removed) {
    emit(tx, toUser({ id: owner_id, realmId }), attachmentRemoved(id, used));
  }
  enqueueJob(tx, deleteStoredFilesJob, {
    names: removed.flatMap((one) => attachmentStorageKeys(one.path_id, one.is_picture)),
  });
  return removed.length;
}

/**
 * Locks the messages that link to the files. Without this lock a deadlock is possible: a concurrent deletion of such a
 * message would wait for the log position while this transaction waits for the message.
 */
async function lockLinkingMessages(tx: Tx, isChosen: ReturnType<typeof sql>): Promise<void> {
  await sql`
    select from message where id in (
      select message_id from attachment_message where attachment_id in (select id from attachment where ${isChosen})
    ) order by id for no key update`.execute(tx);
}
