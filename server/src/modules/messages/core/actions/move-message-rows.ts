import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { contentEditColumns, type ContentEdit } from "../content-edit.ts";

/** A move of messages to another topic or channel, with the data that their edit histories record. */
export interface MessageMove {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly userId: number;
  readonly now: Date;
  /** `null` if the topics stay unchanged. */
  readonly topic: string | null;
  readonly to: ChannelRef;
  /**
   * `null` if the messages stay in their channel. Messages that move to another channel do not become unread for any
   * user.
   */
  readonly from: ChannelRef | null;
  /** Whether clients mark the messages as moved. */
  readonly isShown: boolean;
  /** The moved message whose text the same request has edited, if any. The edited text is already stored. */
  readonly edited: { readonly messageId: number; readonly edit: ContentEdit } | null;
}

interface ChannelRef {
  readonly id: number;
  readonly recipient_id: number;
}

/**
 * Moves message rows to another conversation, and records their previous location in their edit histories. Emits no
 * events. The rows must be locked.
 */
export async function moveMessageRows(tx: Tx, relocating: MessageMove): Promise<void> {
  await recordPreviousLocations(tx, relocating);
  const { ids, now, topic, to, from, isShown } = relocating;
  await sql`
    update message set is_changed = true,
      moved_at = ${isShown ? sql`${now}::timestamptz` : sql`moved_at`},
      topic = ${topic === null ? sql`topic` : sql`${topic}`},
      topic_key = ${topic === null ? sql`topic_key` : sql`${topicKey(topic)}`},
      recipient_id = ${to.recipient_id}, is_settled = is_settled or ${from !== null}::boolean
    where id = any(${idList(ids)})`.execute(tx);
}

async function recordPreviousLocations(
  tx: Tx,
  { ids, userId, now, topic, to, from, edited }: MessageMove,
): Promise<void> {
  const { prev_content, prev_rendered_content } = edited
    ? contentEditColumns(edited.edit)
    : { prev_content: null, prev_rendered_content: null };
  const isTopicNew = sql`message.topic <> ${topic}::text`;
  const ofEdited = (text: string | null) =>
    sql`case when message.id = ${edited?.messageId ?? null} then ${text}::text end`;
  await sql`
    insert into message_edit (message_id, user_id, edited_at, prev_topic, topic, prev_channel_id, channel_id,
                              prev_content, prev_rendered_content)
    select message.id, ${userId}, ${now}::timestamptz,
      case when ${isTopicNew} then message.topic end, case when ${isTopicNew} then ${topic}::text end,
      ${from?.id ?? null}::int, ${from === null ? null : to.id}::int,
      ${ofEdited(prev_content)}, ${ofEdited(prev_rendered_content)}
    from message where message.id = any(${idList(ids)}) order by message.id`.execute(tx);
}
