import { sql } from "kysely";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { loadFlagsOfMessage } from "#modules/messages/read-state/flags/flags-by-user.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import { loadMessageAudience } from "../message-audience.ts";
import type { StoredUpdateEvent } from "../change-events.ts";
import { isMeMessage } from "#modules/messages/conversations/message-text.ts";

/** A new rendering of a message's unchanged text. */
export interface RenderingUpdate {
  readonly realmId: number;
  readonly messageId: number;
  /** The Markdown that was rendered. */
  readonly content: string;
  /** The message's HTML at the time when the data for the new rendering was looked up. */
  readonly previousHtml: string;
  readonly html: string;
  readonly now: Date;
}

interface LockedMessageRow {
  readonly id: number;
  readonly recipient_id: number;
  readonly content: string;
  readonly rendered_content: string;
  /** Null for direct messages. */
  readonly channel_id: number | null;
  readonly channel_name: string | null;
}

/**
 * Stores a new rendering of a message's unchanged text, and sends an event to the users who have the message. The edit
 * history does not record it, because the text was not edited. Does nothing if the message already has this HTML, if
 * its text has been edited in the meantime, or if it was deleted. Returns false if another rendering was stored in the
 * meantime: it may contain more data, so the caller has to look up the data again and render anew. Locks the
 * organization's log position.
 */
export async function storeRendering(
  tx: Tx,
  { realmId, messageId, content, previousHtml, html, now }: RenderingUpdate,
): Promise<boolean> {
  const message = await lockMessageRow(tx, realmId, messageId);
  if (message?.content !== content || message.rendered_content === html) return true;
  if (message.rendered_content !== previousHtml) return false;
  await lockPosition(tx, realmId);
  await tx.updateTable("message").set({ rendered_content: html }).where("id", "=", messageId).execute();
  await reindexMessages(tx, [messageId]);
  const readers = await loadFlagsOfMessage(tx, messageId);
  const event: StoredUpdateEvent = {
    type: "update_message",
    user_id: null,
    rendering_only: true,
    message_id: messageId,
    message_ids: [messageId],
    edit_timestamp: Math.floor(now.getTime() / 1000),
    ...(message.channel_id !== null && { stream_id: message.channel_id, stream_name: message.channel_name ?? "" }),
    content,
    rendered_content: html,
    is_me_message: isMeMessage(content),
    readers,
  };
  emit(tx, await loadMessageAudience(tx, realmId, message), event);
  return true;
}

async function lockMessageRow(tx: Tx, realmId: number, id: number): Promise<LockedMessageRow | undefined> {
  const { rows } = await sql<LockedMessageRow>`
    select message.id, message.recipient_id, message.content, message.rendered_content, channel.id as channel_id,
      channel.name as channel_name
    from message left join channel on channel.recipient_id = message.recipient_id
    where message.id = ${id} and message.realm_id = ${realmId}
    for no key update of message`.execute(tx);
  return rows[0];
}
