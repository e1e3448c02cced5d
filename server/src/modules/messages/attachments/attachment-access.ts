import { sql, type RawBuilder } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";
import { isHistorySharedInSql, canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";

/** Who wants to see a file. Somebody without an account has the id of nobody. */
export interface FileViewer {
  readonly id: number;
  readonly realmId: number;
  readonly role: Role;
}

/** A file that is there, and whether the reader may see it. */
export interface FoundAttachment {
  readonly id: number;
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  readonly may_see: boolean;
  /** What is known of it as a picture; null: it is none. */
  readonly picture: FoundPicture | null;
}

interface FoundPicture {
  /** In pixels, upright; null: not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether a thumbnail was made, or found to be impossible. */
  readonly is_decided: boolean;
  /** The sizes of the thumbnails that there are, in bytes. */
  readonly still_bytes: number | null;
  readonly moving_bytes: number | null;
}

/**
 * Who may see rows of `attachment`: the owner, and whoever may read a message that links to it. The reader is one user, or
 * rows of `account`.
 */
export function canSeeAttachmentInSql(reader: FileViewer | "account"): RawBuilder<boolean> {
  return sql`(
    attachment.owner_id = ${idInSql(reader)} or exists (
      select from attachment_message
      join message on message.id = attachment_message.message_id
      ${joinMessageChannelInSql(reader)}
      where attachment_message.attachment_id = attachment.id and ${canReadLinkingMessageInSql(reader)}
    )
  )`;
}

const idInSql = (reader: FileViewer | "account"): RawBuilder<number> =>
  reader === "account" ? sql`account.id` : sql`${reader.id}::int`;

/** What `canReadLinkingMessageInSql` has to be joined with. */
export const joinMessageChannelInSql = (reader: FileViewer | "account"): RawBuilder<unknown> => sql`
  left join channel on channel.recipient_id = message.recipient_id
  left join subscription on subscription.user_id = ${idInSql(reader)} and subscription.channel_id = channel.id`;

/** Whether the reader may read the rows of `message`, by the rules for messages. */
export const canReadLinkingMessageInSql = (reader: FileViewer | "account"): RawBuilder<boolean> => sql`case
  when channel.id is null then exists (
    select from direct_member
    where direct_member.user_id = ${idInSql(reader)} and direct_member.recipient_id = message.recipient_id
  )
  else ${canReadContentInSql(reader)} and (${isHistorySharedInSql} or ${isReceivedOrConnectedInSql(idInSql(reader))})
end`;

const columns = sql`attachment.id, attachment.path_id, attachment.name, attachment.content_type,
  attachment.size::float8 as size, (
    select json_build_object('width', width, 'height', height, 'is_decided', is_decided, 'still_bytes', still_bytes,
      'moving_bytes', moving_bytes)
    from attachment_picture where attachment_id = attachment.id
  ) as picture`;

/** Files of the organization with these addresses, and whether the reader may see each. Null for the reader: the server. */
export async function findAttachments(
  db: Reader,
  realmId: number,
  reader: FileViewer | null,
  pathIds: readonly string[],
): Promise<FoundAttachment[]> {
  const known = pathIds.filter(isStorableText);
  if (known.length === 0) return [];
  const { rows } = await sql<FoundAttachment>`
    select ${columns}, ${reader ? canSeeAttachmentInSql(reader) : sql`true`} as may_see
    from attachment
    where attachment.path_id = any(${known}::text[]) and attachment.realm_id = ${realmId}`.execute(db);
  return rows;
}

/** A file by its id, whoever asks. */
export async function findAttachment(
  db: Reader,
  realmId: number,
  id: number,
): Promise<Omit<FoundAttachment, "may_see"> | undefined> {
  const { rows } = await sql<FoundAttachment>`
    select ${columns} from attachment
    where attachment.id = ${id}::int and attachment.realm_id = ${realmId}`.execute(db);
  return rows[0];
}
