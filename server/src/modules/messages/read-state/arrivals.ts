import { type RawBuilder, sql } from "kysely";
import type { Row } from "#kernel/db/types.ts";
import { isWithinInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";

/** Messages that come to a channel from another one, ascending. */
export interface Arrivals {
  readonly ids: readonly number[];
  readonly channel: Pick<Row<"channel">, "id" | "recipient_id">;
}

/** Whether a message comes to a user by way of the new channel: `pair` has rows with `user_id` and `message_id`. */
export function comesToThem(
  { channel }: Pick<Arrivals, "channel">,
  pair: "message_flag" | "reader",
): RawBuilder<boolean> {
  const [userId, messageId] = [sql.ref(`${pair}.user_id`), sql.ref(`${pair}.message_id`)];
  return sql`exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = ${channel.recipient_id}
      and ${isWithinInSql(messageId)}
  )`;
}
