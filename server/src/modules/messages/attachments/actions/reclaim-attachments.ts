import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";
import { canSeeAttachmentInSql } from "../attachment-access.ts";
import { isInDraftOrScheduledInSql, type OwnedAttachment } from "../queries.ts";
import { publishAttachmentUpdates } from "./announce-attachments.ts";
import type { LinkingMessage } from "./claim-attachments.ts";
import { markUnclaimed } from "./mark-unclaimed.ts";

interface EditedMessage extends LinkingMessage {
  readonly realmId: number;
  readonly now: Date;
}

/** Effect of a message's edit on the files that it links to. */
interface ReclaimResult {
  /** True if the message links to any files after the edit. */
  readonly hasAny: boolean;
  /**
   * The files that the message linked to before the edit and that nothing uses any more: no message links to them, and
   * no draft or scheduled message of their owner contains them.
   */
  readonly detached: readonly OwnedAttachment[];
}

/**
 * Updates the stored links from a message to files after the message's text was edited. A link is stored if the message
 * already linked to the file before the edit, or if the message's sender can see the file. The organization's log
 * position must be locked.
 */
export async function updateClaims(
  tx: Tx,
  { id, senderId, pathIds, realmId, now }: EditedMessage,
): Promise<ReclaimResult> {
  const known = pathIds.filter(isStorableText);
  const { rows } = await sql<{ id: number; had: boolean; has: boolean }>`
    with old as (select attachment_id as id from attachment_message where message_id = ${id}), linked as (
      select attachment.id from attachment join account on account.id = ${senderId}::int
      where attachment.path_id = any(${known}::text[]) and attachment.realm_id = ${realmId}
        and (attachment.id in (select id from old) or ${canSeeAttachmentInSql("account")})
    ), dropped as (
      delete from attachment_message where message_id = ${id} and attachment_id not in (select id from linked)
    ), added as (
      insert into attachment_message (attachment_id, message_id) select id, ${id}::bigint from linked
      on conflict do nothing
    ), claimed as (
      update attachment set unclaimed_since = null
      where id in (select id from linked) and unclaimed_since is not null
    )
    select id, old.id is not null as had, linked.id is not null as has
    from old full join linked using (id)`.execute(tx);
  const lost = rows.filter(({ had, has }) => had && !has).map((row) => row.id);
  const detached = await withoutPlannedUse(tx, await markUnclaimed(tx, lost, now));
  const changed = rows.filter(({ had, has }) => had !== has).map((row) => row.id);
  const announced = await publishAttachmentUpdates(tx, realmId, changed);
  return {
    hasAny: rows.some(({ has }) => has),
    detached: announced.filter(({ attachment }) => detached.includes(attachment.id)),
  };
}

async function withoutPlannedUse(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from attachment where id = any(${ids}::int[]) and not ${isInDraftOrScheduledInSql}`.execute(tx);
  return rows.map(({ id }) => id);
}
