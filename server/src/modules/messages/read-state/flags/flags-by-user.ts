import { sql } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { hasFlag } from "./message-flags.ts";
import { visibleFlags } from "../user-message.ts";
import { joinReadBitsInSql } from "../unread/read-bitmap.ts";
import { isUnreadInConversationInSql } from "../unread/unread.ts";
import { usersWithExceptionInSql } from "../unread/unread-exceptions.ts";

/** The data from which each user's flags on one message are computed. */
export interface FlagsByUser {
  /** Ids of the users for whom the message is unread. */
  readonly unread: readonly number[];
  /** The bits of `message_flag` for each user who has any. */
  readonly personal: readonly (readonly [userId: number, bits: number])[];
  /** True if the message mentions all users who received it in its channel. */
  readonly mentions_channel: boolean;
  /** If the message mentions all users: ids of subscribers who did not receive it, and are therefore not mentioned. */
  readonly absent: readonly number[];
}

/** Loads the flags that users have on messages, by message id. The organization's log position must be locked. */
export async function loadFlagsOfMessages(tx: Tx, messageIds: readonly number[]): Promise<Map<number, FlagsByUser>> {
  const { rows } = await sql<FlagsByUser & { id: number }>`
    with message as materialized (
      select id, recipient_id, sender_id, mentions_channel, is_settled from message
      where id = any(${messageIds}::bigint[])
    ), conversation as materialized (
      select user_id, recipient_id, read_up_to, true as is_channel from subscription
      where is_active and channel_id in (
        select channel.id from channel join message on message.recipient_id = channel.recipient_id
      )
      union all
      select user_id, recipient_id, read_up_to, false from direct_member
      where recipient_id in (select recipient_id from message)
    )
    select message.id, message.mentions_channel, array(
      select conversation.user_id from conversation
      ${joinReadBitsInSql(sql`conversation.user_id`)}
      where conversation.recipient_id = message.recipient_id and ${isUnreadInConversationInSql(sql`conversation.user_id`)}
      union
      ${usersWithExceptionInSql(sql`message.id`)}
      order by user_id
    ) as unread, coalesce((
      select json_agg(json_build_array(user_id, flags) order by user_id) from message_flag where message_id = message.id
    ), '[]') as personal, array(
      select conversation.user_id from conversation
      where conversation.recipient_id = message.recipient_id and message.mentions_channel and conversation.is_channel and not exists (
        select from subscription_period as period
        where period.user_id = conversation.user_id and period.recipient_id = conversation.recipient_id
          and ${isWithinPeriodInSql(sql`message.id`)}
      )
      order by conversation.user_id
    ) as absent
    from message`.execute(tx);
  return new Map(rows.map(({ id, ...flags }) => [id, flags]));
}

/** Loads the flags that users have on one message. The organization's log position must be locked. */
export async function loadFlagsOfMessage(tx: Tx, messageId: number): Promise<FlagsByUser> {
  const flags = await loadFlagsOfMessages(tx, [messageId]);
  return flags.get(messageId) ?? { unread: [], personal: [], mentions_channel: false, absent: [] };
}

/** Returns the flags of one user. For a user without any relation to the message, it counts as read. */
export function flagsOfUser(readers: FlagsByUser, userId: number): MessageFlag[] {
  const bits = readers.personal.find(([id]) => id === userId)?.[1] ?? 0;
  const isUnread = readers.unread.includes(userId);
  // A message that is unread for an absent user is a mention: the user received it in the channel that it was moved from.
  // If the user has marked it as unread without having received it, it has the flag `historical`.
  const isAbsent = !isUnread && readers.absent.includes(userId);
  return visibleFlags({
    mentions_channel: readers.mentions_channel && !isAbsent,
    // A message without flags for the user is not historical.
    is_received: bits === 0 || !hasFlag(bits, "historical"),
    is_unread: isUnread,
    flags: bits,
  });
}
