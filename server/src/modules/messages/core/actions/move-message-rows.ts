import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { contentEditColumns, type ContentEdit } from "../content-edit.ts";

/** Where messages go, and what their history keeps of it. */
export interface MessageMove {
  /** Ascending. */
  readonly ids: readonly number[];
  readonly userId: number;
  readonly now: Date;
  /** Null: each keeps its own. */
  readonly topic: string | null;
  readonly to: ChannelRef;
  /** Null: they stay in the channel. What comes from another one is news to nobody. */
  readonly from: ChannelRef | null;
  /** Whether people see that they were moved. */
  readonly isShown: boolean;
  /** The one of them whose text was edited, too, by the same request; the edit is stored already. */
  readonly edited: { readonly messageId: number; readonly edit: ContentEdit } | null;
}

/** A channel. */
interface ChannelRef {
  readonly id: number;
  readonly recipient_id: number;
}

/** Puts messages elsewhere, and writes down in their histories where they were. Tells nobody. They must be locked. */
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
