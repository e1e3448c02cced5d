import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Person } from "#modules/channels/access.ts";
import { channelIsReadable, isHistorical } from "#modules/read-state/conditions.ts";
import { InvalidMessages } from "./errors.ts";

/**
 * Which of these messages the user may read, in ascending order: those of conversations the user is in, and those of
 * readable channels. Where history is protected only what the user received, or was summoned to.
 */
export async function readableMessageIds(db: Reader, user: Person, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message.id from message
    left join channel on channel.recipient_id = message.recipient_id
    left join subscription on subscription.channel_id = channel.id and subscription.user_id = ${user.id}
    where message.id = any(${ids}::bigint[]) and message.realm_id = ${user.realmId} and case
      when channel.id is null then exists (
        select from direct_member
        where direct_member.recipient_id = message.recipient_id and direct_member.user_id = ${user.id}
      )
      else ${channelIsReadable(user)} and (
        not channel.invite_only or channel.history_public_to_subscribers
        or exists (
          select from subscription_period as period
          where period.user_id = ${user.id} and period.recipient_id = message.recipient_id
            and message.id > period.from_message_id
            and (period.to_message_id is null or message.id <= period.to_message_id)
        )
        or exists (
          select from message_flag
          where message_flag.user_id = ${user.id} and message_flag.message_id = message.id and ${isHistorical}
        )
      )
    end
    order by message.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Throws InvalidMessages unless the user may read the message: one that does not exist is no different. */
export async function mustReadMessage(db: Reader, user: Person, id: number): Promise<void> {
  const [readable] = await readableMessageIds(db, user, [id]);
  if (readable === undefined) throw new InvalidMessages();
}
