import { sql, type RawBuilder } from "kysely";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { hasFlag, messageFlags } from "./flags/message-flags.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Returns the given users who received the message or are connected to it by flags, ascending. The organization's log
 * position must be locked.
 */
export async function filterRecipients(
  tx: Tx,
  message: { readonly id: number; readonly recipient_id: number },
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    select reader.user_id from unnest(${userIds}::int[]) as reader (user_id)
    cross join (select ${message.id}::bigint as id, ${message.recipient_id}::int as recipient_id) as message
    where exists (
      select from direct_member as member
      where member.user_id = reader.user_id and member.recipient_id = message.recipient_id
    ) or ${isReceivedOrConnectedInSql(sql`reader.user_id`)}
    order by reader.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** A user's relation to a message. */
export interface MessageReceipt {
  /** True if the user received the message in a direct message conversation, or in a channel while subscribed to it. */
  readonly is_received: boolean;
  /** The user's bits of `message_flag`. 0 if there is no row. */
  readonly flags: number;
}

/**
 * True if the user is connected to the message by flags: the user has flags on it although he or she did not receive it
 * in a conversation. To mark this, each write of a flag on such a message must also set `historical` or `summoned`.
 */
const hasConnectingFlag = ({ flags }: Pick<MessageReceipt, "flags">): boolean =>
  hasFlag(flags, "historical") || hasFlag(flags, "summoned");

/** Condition on rows of `message_flag`: the user is connected to the message by flags. */
export const hasConnectingFlagInSql = sql<boolean>`
  message_flag.flags & ${sql.lit(messageFlags.historical | messageFlags.summoned)} <> 0`;

/** True if the user received the message or is connected to it by flags. */
export const isReceivedOrConnected = (receipt: MessageReceipt): boolean =>
  receipt.is_received || hasConnectingFlag(receipt);

/**
 * Condition on rows of `message` in channels: the user received the message or is connected to it by flags.
 * `recipientId` can be given if the query knows it in another way.
 */
export const isReceivedOrConnectedInSql = (
  userId: RawBuilder<unknown>,
  recipientId: RawBuilder<unknown> = sql`message.recipient_id`,
): RawBuilder<boolean> => sql`(
  exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = ${recipientId} and ${isWithinPeriodInSql(sql`message.id`)}
  )
  or exists (
    select from message_flag
    where message_flag.user_id = ${userId} and message_flag.message_id = message.id and ${hasConnectingFlagInSql}
  )
)`;

/**
 * True if a user who can read the channel can read this message. In a channel with shared history, the user can read
 * every message.
 */
export const canReadMessage = (isShared: boolean, receipt: MessageReceipt): boolean =>
  isShared || isReceivedOrConnected(receipt);

/** Condition on rows of `message`: a user who can read the channel can read the message. */
export const canReadMessageInSql = (isShared: boolean, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isShared ? sql`true` : isReceivedOrConnectedInSql(userId);
