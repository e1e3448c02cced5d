import { sql, type RawBuilder } from "kysely";
import { isWithinInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { hasFlag, messageFlags } from "./flags/message-flags.ts";

/** How a message came to a user, if it did. */
export interface Receipt {
  /** In a direct conversation, or in a channel while subscribed. */
  readonly is_received: boolean;
  /** Bits of `message_flag`; 0 where there is no row. */
  readonly flags: number;
}

/**
 * Whether flags are what connects their user to a message that came in no conversation. Whoever writes a flag on a message that did
 * not come to its user through a conversation sets one of these bits with it.
 */
const isConnecting = ({ flags }: Pick<Receipt, "flags">): boolean =>
  hasFlag(flags, "historical") || hasFlag(flags, "summoned");

/** The same of rows of `message_flag`. */
export const isConnectingInSql = sql<boolean>`
  message_flag.flags & ${sql.lit(messageFlags.historical | messageFlags.summoned)} <> 0`;

/** Whether a message came to a user, in whichever way. */
export const hasCome = (receipt: Receipt): boolean => receipt.is_received || isConnecting(receipt);

/** The same of rows of `message` in channels, whose recipient may be given. */
export const hasComeInSql = (
  userId: RawBuilder<unknown>,
  recipientId: RawBuilder<unknown> = sql`message.recipient_id`,
): RawBuilder<boolean> => sql`(
  exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = ${recipientId} and ${isWithinInSql(sql`message.id`)}
  )
  or exists (
    select from message_flag
    where message_flag.user_id = ${userId} and message_flag.message_id = message.id and ${isConnectingInSql}
  )
)`;

/** Whether somebody who may read a channel reads this message there; all are read where the history is shared. */
export const readsMessage = (isShared: boolean, receipt: Receipt): boolean => isShared || hasCome(receipt);

/** The same of rows of `message`. */
export const readsMessageInSql = (isShared: boolean, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isShared ? sql`true` : hasComeInSql(userId);
