import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Audience } from "#kernel/events/audience.ts";
import { isConnecting } from "#modules/read-state/conditions.ts";
import type { PlacedFacts } from "#modules/read-state/personal-facts.ts";
import { isGuest } from "#modules/users/sight.ts";

type Place = Pick<PlacedFacts, "id" | "recipient_id" | "channel_id">;

interface Connected {
  readonly user_id: number;
  readonly role: number;
}

/**
 * Who hears of what happens to a message: the people of its conversation, or the subscribers of its channel. Of a public
 * channel also those members who received the message before they left, or made it one of their own; of a private one
 * that hides what was written before somebody came, only those who received it. The realm's position must be locked.
 */
export async function thoseWhoHave(tx: Tx, realmId: number, message: Place): Promise<Audience> {
  const { id, recipient_id: recipientId, channel_id: channelId } = message;
  if (channelId === null) return { realmId, users: await conversationOf(tx, recipientId) };
  const channel = await tx
    .selectFrom("channel")
    .select(["invite_only", "history_public_to_subscribers"])
    .where("id", "=", channelId)
    .executeTakeFirstOrThrow();
  if (!channel.invite_only) {
    const connected = await connectedTo(tx, id, recipientId);
    const users = connected.filter((person) => !isGuest(person)).map(({ user_id }) => user_id);
    return { realmId, channel: channelId, ...(users.length > 0 && { users }) };
  }
  if (channel.history_public_to_subscribers) return { realmId, channel: channelId };
  const except = await subscribersWithout(tx, id, channelId);
  return { realmId, channel: channelId, ...(except.length > 0 && { except }) };
}

async function conversationOf(tx: Tx, recipientId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("direct_member")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Active accounts that a message came to before they left its channel, or in some other way than by the channel. */
async function connectedTo(tx: Tx, messageId: number, recipientId: number): Promise<Connected[]> {
  const { rows } = await sql<Connected>`
    select account.id as user_id, account.role from (
      select user_id from message_flag where message_id = ${messageId} and ${isConnecting}
      union
      select user_id from subscription_period
      where recipient_id = ${recipientId} and from_message_id < ${messageId} and to_message_id >= ${messageId}
    ) as connected
    join account on account.id = connected.user_id and account.is_active
    order by account.id`.execute(tx);
  return rows;
}

/** Subscribers of a channel that a message never came to. */
async function subscribersWithout(tx: Tx, messageId: number, channelId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription
    where subscription.channel_id = ${channelId} and subscription.is_active and not exists (
      select from subscription_period as period
      where period.user_id = subscription.user_id and period.recipient_id = subscription.recipient_id
        and period.from_message_id < ${messageId}
        and (period.to_message_id is null or period.to_message_id >= ${messageId})
    )
    order by subscription.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
