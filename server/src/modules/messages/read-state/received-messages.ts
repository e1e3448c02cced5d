import { sql, type RawBuilder } from "kysely";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { hasFlag, messageFlags } from "./flags/message-flags.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Those of the users to whom a message came, ascending. The realm's position must be locked. */
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

/** How a message came to a user, if it did. */
export interface MessageReceipt {
  /** In a direct conversation, or in a channel while subscribed. */
  readonly is_received: boolean;
  /** Bits of `message_flag`; 0 where there is no row. */
  readonly flags: number;
}

/**
 * Whether flags are what connects their user to a message that came in no conversation. Whoever writes a flag on a message that did
 * not come to its user through a conversation sets one of these bits with it.
 */
const hasConnectingFlag = ({ flags }: Pick<MessageReceipt, "flags">): boolean =>
  hasFlag(flags, "historical") || hasFlag(flags, "summoned");

/** The same of rows of `message_flag`. */
export const hasConnectingFlagInSql = sql<boolean>`
  message_flag.flags & ${sql.lit(messageFlags.historical | messageFlags.summoned)} <> 0`;

/** Whether a message came to a user, in whichever way. */
export const isReceivedOrConnected = (receipt: MessageReceipt): boolean =>
  receipt.is_received || hasConnectingFlag(receipt);

/** The same of rows of `message` in channels, whose recipient may be given. */
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

/** Whether somebody who may read a channel reads this message there; all are read where the history is shared. */
export const canReadMessage = (isShared: boolean, receipt: MessageReceipt): boolean =>
  isShared || isReceivedOrConnected(receipt);

/** The same of rows of `message`. */
export const canReadMessageInSql = (isShared: boolean, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isShared ? sql`true` : isReceivedOrConnectedInSql(userId);
