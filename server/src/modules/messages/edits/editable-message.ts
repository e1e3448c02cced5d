import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Destination } from "#modules/messages/send/message-draft.ts";
import type { UserMessage } from "#modules/messages/read-state/user-message.ts";

interface EditableColumns {
  readonly content: string;
  readonly rendered_content: string;
  readonly sent_at: Date;
  /** Null for direct messages. */
  readonly channel_name: string | null;
  readonly subscriber_count: number;
  readonly is_widget: boolean;
}

/** A message with the data that an edit or a move requires, in its state before the change. */
export interface EditableMessage extends EditableColumns, UserMessage {}

/** Loads the additional columns that an edit or a move requires. The message must be locked. */
export async function loadEditableMessage(db: Reader, message: UserMessage): Promise<EditableMessage> {
  const { rows } = await sql<EditableColumns>`
    select message.content, message.rendered_content, message.sent_at, channel.name as channel_name,
      coalesce(channel.subscriber_count, 0) as subscriber_count,
      exists (select from submessage where message_id = message.id and msg_type = 'widget') as is_widget
    from message left join channel on channel.recipient_id = message.recipient_id
    where message.id = ${message.id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`message ${message.id} is not there`);
  return { ...message, ...row };
}

/**
 * Returns the message's conversation as a `Destination`, the type that also describes where a new message is sent. For
 * direct messages, the user ids are omitted, because no caller reads them.
 */
export const destinationOf = ({ channel_id, topic }: UserMessage): Destination =>
  channel_id === null ? { kind: "direct", userIds: [] } : { kind: "channel", channelId: channel_id, topic };
