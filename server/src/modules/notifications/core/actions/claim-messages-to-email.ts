import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";

/** Maximum number of messages in one round of missed-message emails to a user. */
const MAX_MESSAGES = 5000;
/** Maximum number of conversations in one round. Each conversation gets its own email. */
const MAX_CONVERSATIONS = 100;

/** Messages for one round of emails to a user, as columns: the same index in each array belongs to the same message. */
export interface MessagesToEmail {
  readonly ids: readonly number[];
  readonly occasions: readonly NotificationReason[];
  readonly groupIds: readonly (number | null)[];
}

interface ClaimedRow extends MessagesToEmail {
  readonly is_all: boolean;
}

/**
 * Claims the oldest messages about which a user must be emailed, so that no other round claims them. Returns those
 * whose notifications have not ended, and whether no unclaimed ones remain. The organization's notifications must be
 * locked.
 */
export async function claimMessagesToEmail(
  tx: Tx,
  userId: number,
): Promise<MessagesToEmail & { readonly isAll: boolean }> {
  const { rows } = await sql<ClaimedRow>`
    with waiting as materialized (
      select message_id, occasion, group_id, ended_at is not null as is_ended from notice
      where user_id = ${userId} and is_to_mail order by message_id limit ${MAX_MESSAGES}
    ), placed as (
      select waiting.*, min(message_id) over (partition by recipient_id, topic_key) as first_id
      from waiting left join message on message.id = waiting.message_id
    ), numbered as materialized (
      select placed.*, dense_rank() over (order by first_id) <= ${MAX_CONVERSATIONS} as is_taken from placed
    ), taken as (
      update notice set is_to_mail = false from numbered
      where notice.user_id = ${userId} and notice.message_id = numbered.message_id and is_taken
    )
    select coalesce(array_agg(message_id order by message_id), '{}') as ids,
      coalesce(array_agg(occasion order by message_id), '{}') as occasions,
      coalesce(array_agg(group_id order by message_id), '{}') as "groupIds",
      (select count(*) < ${MAX_MESSAGES} and coalesce(bool_and(is_taken), true) from numbered) as is_all
    from numbered where is_taken and not is_ended`.execute(tx);
  const { is_all: isAll, ...messages } = required(rows[0]);
  return { ...messages, isAll };
}

/** Cancels all pending emails about a user's missed messages. The organization's notifications must be locked. */
export async function cancelMissedMessageEmails(tx: Tx, userId: number): Promise<void> {
  await sql`update notice set is_to_mail = false where user_id = ${userId} and is_to_mail`.execute(tx);
}
