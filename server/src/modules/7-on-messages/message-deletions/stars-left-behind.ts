import { sql } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import { messageFlags } from "#modules/5-on-channels/read-state/flags.ts";

/** Somebody's starred messages, ascending. */
interface Stars {
  readonly user_id: number;
  readonly message_ids: number[];
}

/**
 * Users who starred some of a channel's messages, left it, and hear nothing of it any more: all who were in a private
 * channel, and guests.
 */
export async function starsLeftBehind(
  db: Reader,
  channelId: number,
  messageIds: readonly number[],
): Promise<readonly Stars[]> {
  const { rows } = await sql<Stars>`
    select message_flag.user_id, json_agg(message_flag.message_id order by message_flag.message_id) as message_ids
    from message_flag
    join account on account.id = message_flag.user_id and account.is_active
    join channel on channel.id = ${channelId}
    where message_flag.message_id = any(${messageIds}::bigint[])
      and message_flag.flags & ${sql.lit(messageFlags.starred)} <> 0
      and (channel.invite_only or account.role = ${roles.guest})
      and not exists (
        select from subscription
        where subscription.user_id = message_flag.user_id and subscription.channel_id = channel.id and is_active
      )
    group by message_flag.user_id order by message_flag.user_id`.execute(db);
  return rows;
}
