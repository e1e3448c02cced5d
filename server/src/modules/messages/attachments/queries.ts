import { type RawBuilder, sql } from "kysely";
import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { joinMessageChannelInSql, canReadLinkingMessageInSql } from "./attachment-access.ts";

/** A file in the form that its owner receives, with the owner's id. */
export interface OwnedAttachment {
  readonly ownerId: number;
  readonly attachment: Attachment;
}

interface AttachmentRow extends Attachment {
  readonly owner_id: number;
}

/** Selects files by their ids or by their owner. */
type AttachmentSelection = { readonly ids: readonly number[] } | { readonly ownerId: number };

/** Loads files, ordered by id. Each file lists the messages that link to it, if its owner can read them. */
export async function loadAttachments(db: Reader, choice: AttachmentSelection): Promise<OwnedAttachment[]> {
  const isChosen =
    "ids" in choice ? sql`attachment.id = any(${choice.ids}::int[])` : sql`attachment.owner_id = ${choice.ownerId}`;
  const { rows } = await sql<AttachmentRow>`
    select attachment.owner_id, attachment.id, attachment.name, attachment.path_id, attachment.size::float8 as size,
      floor(extract(epoch from attachment.created_at) * 1000)::float8 as create_time,
      coalesce((
        select json_agg(json_build_object(
          'id', message.id, 'date_sent', floor(extract(epoch from message.sent_at) * 1000)) order by message.id)
        from attachment_message join message on message.id = attachment_message.message_id
        ${joinMessageChannelInSql("account")}
        where attachment_message.attachment_id = attachment.id and ${canReadLinkingMessageInSql("account")}
      ), '[]') as messages
    from attachment join account on account.id = attachment.owner_id where ${isChosen}
    order by attachment.id`.execute(db);
  return rows.map(({ owner_id: ownerId, ...attachment }) => ({ ownerId, attachment }));
}

/** Returns the total size of an organization's files, in bytes. */
export async function loadUsedUploadSpace(db: Reader, realmId: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used::float8 as used from upload_space where realm_id = ${realmId}`.execute(db);
  return rows[0]?.used ?? 0;
}

/**
 * Condition on rows of `attachment`: a draft or a pending scheduled message of the file's owner contains a link to the
 * file.
 */
export const isInDraftOrScheduledInSql: RawBuilder<boolean> = sql`(
  exists (
    select from scheduled_message as waiting
    where waiting.sender_id = attachment.owner_id and waiting.message_id is null
      and strpos(waiting.content, attachment.path_id) > 0
  ) or exists (
    select from draft where draft.user_id = attachment.owner_id and strpos(draft.content, attachment.path_id) > 0
  )
)`;
