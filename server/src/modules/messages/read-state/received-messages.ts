import { sql, type RawBuilder } from "kysely";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { hasFlag, messageFlags } from "./flags/message-flags.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Returns those of the users who received a message, ascending. The organization's log position must be locked. */
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

/** The way in which a user received a message, if at all. */
export interface MessageReceipt {
  /** True if the user received it in a direct message conversation, or in a channel while subscribed. */
  readonly is_received: boolean;
  /** Bits of `message_flag`, or 0 if there is no row. */
  readonly flags: number;
}

/**
 * True if flags connect the user to a message that the user received in no conversation. Every write of a flag on such
 * a message must also set one of these bits.
 */
const hasConnectingFlag = ({ flags }: Pick<MessageReceipt, "flags">): boolean =>
  hasFlag(flags, "historical") || hasFlag(flags, "summoned");

/** The same for rows of `message_flag`. */
export const hasConnectingFlagInSql = sql<boolean>`
  message_flag.flags & ${sql.lit(messageFlags.historical | messageFlags.summoned)} <> 0`;

/** True if the user received a message or is connected to it by flags. */
export const isReceivedOrConnected = (receipt: MessageReceipt): boolean =>
  receipt.is_received || hasConnectingFlag(receipt);

/** The same for rows of `message` in channels. The recipient can be given. */
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

/** True if a user who can read a channel can read this message in it. With shared history that is every message. */
export const canReadMessage = (isShared: boolean, receipt: MessageReceipt): boolean =>
  isShared || isReceivedOrConnected(receipt);

/** The same for rows of `message`. */
export const canReadMessageInSql = (isShared: boolean, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isShared ? sql`true` : isReceivedOrConnectedInSql(userId);
