import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { attachmentUpdated } from "../events.ts";
import { loadAttachments, type OwnedAttachment, loadUsedUploadSpace } from "../queries.ts";

/**
 * Loads the files, sends each file's owner an event that lists the messages linking to the file, and returns the files.
 * With `newMessages`, an owner receives the event only if he or she can read at least one of those messages. The
 * organization's log position must be locked.
 */
export async function publishAttachmentUpdates(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
  newMessages?: ReadonlySet<number>,
): Promise<readonly OwnedAttachment[]> {
  if (ids.length === 0) return [];
  const [attachments, used] = await Promise.all([loadAttachments(tx, { ids }), loadUsedUploadSpace(tx, realmId)]);
  for (const { ownerId, attachment } of attachments) {
    if (newMessages && !attachment.messages.some(({ id }) => newMessages.has(id))) continue;
    emit(tx, toUser({ id: ownerId, realmId }), attachmentUpdated(attachment, used));
  }
  return attachments;
}
