import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { isStorableText } from "@parlance/kernel/base/storable-values.ts";
import { canSeeAttachmentInSql } from "../attachment-access.ts";
import { publishAttachmentUpdates } from "./announce-attachments.ts";

/** A new or edited message, and the files that its text links to. */
export interface LinkingMessage {
  readonly id: number;
  readonly senderId: number;
  /** Path ids of the linked files. A file with such a path id need not exist. */
  readonly pathIds: readonly string[];
}

interface Claim {
  readonly message_id: number;
  readonly attachment_id: number;
}

/**
 * Stores the links from new messages to files. A link is stored only if the message's sender can see the file; every
 * user who can read the message can then see the file too. Returns the ids of the messages for which a link was stored.
 * Makes no query if the messages have no links. The organization's log position must be locked.
 */
export async function claimAttachments(
  tx: Tx,
  realmId: number,
  messages: readonly LinkingMessage[],
): Promise<ReadonlySet<number>> {
  const links = messages.flatMap(({ id, senderId, pathIds }) =>
    pathIds.filter(isStorableText).map((pathId) => ({ id, senderId, pathId })),
  );
  if (links.length === 0) return new Set();
  const { rows } = await sql<Claim>`
    with found as (
      select link.message_id, attachment.id as attachment_id
      from unnest(
        ${links.map(({ id }) => id)}::bigint[], ${links.map(({ senderId }) => senderId)}::int[],
        ${links.map(({ pathId }) => pathId)}::text[]
      ) as link (message_id, sender_id, path_id)
      join account on account.id = link.sender_id
      join attachment on attachment.path_id = link.path_id and attachment.realm_id = ${realmId}
      where ${canSeeAttachmentInSql("account")}
    ), claimed as (
      update attachment set unclaimed_since = null
      where id in (select attachment_id from found) and unclaimed_since is not null
    )
    insert into attachment_message (attachment_id, message_id)
    select attachment_id, message_id from found
    on conflict do nothing
    returning message_id, attachment_id`.execute(tx);
  const linking = new Set(rows.map(({ message_id }) => message_id));
  await publishAttachmentUpdates(tx, realmId, [...new Set(rows.map(({ attachment_id }) => attachment_id))], linking);
  return linking;
}
