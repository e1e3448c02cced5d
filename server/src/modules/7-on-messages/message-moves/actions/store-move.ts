import { sql } from "kysely";
import type { Write } from "#kernel/http/context.ts";
import { contentColumns, type ContentEdit } from "#modules/6-messages/messages/content-edit.ts";
import { topicKey } from "#modules/1-ground/conversations/text.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import type { Relocation } from "../relocation.ts";

/**
 * Puts messages where they are to be, and writes down where they were. What comes from another channel is news to nobody.
 * An edit of the named message's text, which is stored already, becomes part of what is written down of it.
 */
export async function storeMove(
  { tx, actor, now }: Write,
  { messageId, ids, from, to, changesTopic, changesChannel, resolution }: Relocation,
  edit: ContentEdit | undefined,
): Promise<void> {
  const { prev_content, prev_rendered_content } = edit
    ? contentColumns(edit)
    : { prev_content: null, prev_rendered_content: null };
  const isTopicNew = sql`${changesTopic}::boolean and message.topic <> ${to.topic}`;
  const ofNamed = (text: string | null) => sql`case when message.id = ${messageId} then ${text}::text end`;
  await sql`
    insert into message_edit (message_id, user_id, edited_at, prev_topic, topic, prev_channel_id, channel_id,
                              prev_content, prev_rendered_content)
    select message.id, ${actor.id}, ${now}::timestamptz,
      case when ${isTopicNew} then message.topic end, case when ${isTopicNew} then ${to.topic} end,
      ${changesChannel ? from.channel.id : null}::int, ${changesChannel ? to.channel.id : null}::int,
      ${ofNamed(prev_content)}, ${ofNamed(prev_rendered_content)}
    from message where message.id = any(${ids}::bigint[]) order by message.id`.execute(tx);
  await sql`
    update message set is_changed = true,
      moved_at = ${resolution === null ? sql`${now}::timestamptz` : sql`moved_at`},
      topic = ${changesTopic ? sql`${to.topic}` : sql`topic`},
      topic_key = ${changesTopic ? sql`${topicKey(to.topic)}` : sql`topic_key`},
      recipient_id = ${to.channel.recipient_id}, is_settled = is_settled or ${changesChannel}::boolean
    where id = any(${ids}::bigint[])`.execute(tx);
  if (changesChannel) {
    await sql`
      insert into message_former_place (message_id, recipient_id)
      select id, ${from.channel.recipient_id} from unnest(${ids}::bigint[]) as id
      on conflict do nothing`.execute(tx);
  }
  await reindexMessages(tx, ids);
}
