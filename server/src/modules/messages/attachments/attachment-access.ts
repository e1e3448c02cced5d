import { sql, type RawBuilder } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";
import { isHistorySharedInSql, canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";

/** The user who requests a file. For a visitor without an account, the id is one that no user has. */
export interface FileViewer {
  readonly id: number;
  readonly realmId: number;
  readonly role: Role;
}

/** An existing file, with the information whether the viewer can see it. */
export interface FoundAttachment {
  readonly id: number;
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  readonly may_see: boolean;
  /** Picture properties of the file. `null` if the file is not a picture. */
  readonly picture: FoundPicture | null;
}

interface FoundPicture {
  /** In pixels, after rotation to the upright position. `null` if the dimensions are not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** True once thumbnails have been made, or have turned out to be impossible. */
  readonly is_decided: boolean;
  /** Sizes of the still and the animated thumbnail, in bytes. `null` for a thumbnail that does not exist. */
  readonly still_bytes: number | null;
  readonly moving_bytes: number | null;
}

/**
 * Condition on rows of `attachment`: the viewer owns the file or can read a message that links to it. With `"account"`
 * as the viewer, the condition is evaluated for each row of the table `account` in the query.
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

/** Joins that make the tables available that `canReadLinkingMessageInSql` refers to. */
export const joinMessageChannelInSql = (reader: FileViewer | "account"): RawBuilder<unknown> => sql`
  left join channel on channel.recipient_id = message.recipient_id
  left join subscription on subscription.user_id = ${idInSql(reader)} and subscription.channel_id = channel.id`;

/** Condition on rows of `message`: the viewer can read the message. The access rules are those of messages. */
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

/**
 * Finds the organization's files with these path ids, and whether the reader can see each of them. The reader null
 * stands for the server itself, which can see every file.
 */
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

/** Finds a file by id, without checking access. */
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
