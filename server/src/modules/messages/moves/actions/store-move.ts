import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Write } from "#kernel/http/context.ts";
import { relocateMessages } from "#modules/messages/core/actions/move-message-rows.ts";
import type { ContentEdit } from "#modules/messages/core/content-edit.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import type { Relocation } from "../planned-move.ts";

/**
 * Stores the new topic and channel of messages, and the old ones in their histories. Messages that come from another
 * channel are news to nobody. An edit of the named message's text, which is stored already, becomes part of its entry.
 */
export async function storeMove(
  { tx, actor, now }: Write,
  { messageId, ids, from, to, changesTopic, changesChannel, resolution }: Relocation,
  edit: ContentEdit | undefined,
): Promise<void> {
  await relocateMessages(tx, {
    ids,
    userId: actor.id,
    now,
    topic: changesTopic ? to.topic : null,
    to: to.channel,
    from: changesChannel ? from.channel : null,
    isShown: resolution === null,
    edited: edit ? { messageId, edit } : null,
  });
  if (changesChannel) {
    await sql`
      insert into message_former_place (message_id, recipient_id)
      select id, ${from.channel.recipient_id} from unnest(${idList(ids)}) as id
      on conflict do nothing`.execute(tx);
  }
  await reindexMessages(tx, ids);
}
