import { sql } from "kysely";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Audience } from "#kernel/events/audience.ts";
import { isConnecting } from "#modules/5-on-channels/read-state/conditions.ts";
import type { PlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";

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
  const channel = await privacyOf(tx, channelId);
  if (!channel.invite_only) {
    const connected = await connectedTo(tx, [id], recipientId);
    const users = connected.filter((person) => !isGuest(person.role)).map(({ user_id }) => user_id);
    return { realmId, channel: channelId, ...(users.length > 0 && { users }) };
  }
  if (channel.history_public_to_subscribers) return { realmId, channel: channelId };
  const except = await subscribersWithout(tx, id, channelId);
  return { realmId, channel: channelId, ...(except.length > 0 && { except }) };
}

/** Some messages of one place, and who has them all. */
export interface Having {
  readonly audience: Audience;
  /** Ascending. */
  readonly ids: readonly number[];
}

/**
 * The same for many messages of one channel or conversation: each reader is in one of the audiences at most, with just
 * those of the messages that this reader has. The realm's position must be locked.
 */
export async function thoseWhoHaveAny(
  tx: Tx,
  realmId: number,
  place: Omit<Place, "id">,
  ids: readonly number[],
): Promise<Having[]> {
  const { recipient_id: recipientId, channel_id: channelId } = place;
  if (channelId === null) return [{ audience: { realmId, users: await conversationOf(tx, recipientId) }, ids }];
  const channel = await privacyOf(tx, channelId);
  if (!channel.invite_only) {
    const connected = await connectedTo(tx, ids, recipientId);
    const users = connected.filter((person) => !isGuest(person.role)).map(({ user_id }) => user_id);
    return [{ audience: { realmId, channel: channelId, ...(users.length > 0 && { users }) }, ids }];
  }
  if (channel.history_public_to_subscribers) return [{ audience: { realmId, channel: channelId }, ids }];
  const had = await hadBySubscribers(tx, ids, channelId);
  const groups = Map.groupBy(had, (one) => one.ids.join());
  return [...groups.values()].map((same) => ({
    audience: { realmId, users: same.map(({ user_id }) => user_id) },
    ids: same[0]?.ids ?? [],
  }));
}

const privacyOf = (tx: Tx, channelId: number) =>
  tx
    .selectFrom("channel")
    .select(["invite_only", "history_public_to_subscribers"])
    .where("id", "=", channelId)
    .executeTakeFirstOrThrow();

/** Which of the messages each subscriber of a channel has, in so far as any. */
async function hadBySubscribers(
  tx: Tx,
  ids: readonly number[],
  channelId: number,
): Promise<{ user_id: number; ids: number[] }[]> {
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select subscription.user_id, json_agg(message.id order by message.id) as ids
    from subscription cross join unnest(${ids}::bigint[]) as message (id)
    where subscription.channel_id = ${channelId} and subscription.is_active and ${hasCome}
    group by subscription.user_id order by subscription.user_id`.execute(tx);
  return rows;
}

/** Whether a message came to a subscriber: by way of the channel, or in some other way. */
const hasCome = sql`(
  exists (
    select from subscription_period as period
    where period.user_id = subscription.user_id and period.recipient_id = subscription.recipient_id
      and period.from_message_id < message.id and (period.to_message_id is null or period.to_message_id >= message.id)
  )
  or exists (
    select from message_flag
    where message_flag.user_id = subscription.user_id and message_flag.message_id = message.id and ${isConnecting}
  )
)`;

async function conversationOf(tx: Tx, recipientId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("direct_member")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Active accounts that messages came to before they or the messages left the channel where they did, or in another way. */
async function connectedTo(tx: Tx, ids: readonly number[], recipientId: number): Promise<Connected[]> {
  const { rows } = await sql<Connected>`
    select account.id as user_id, account.role from (
      select user_id from message_flag where message_id = any(${ids}::bigint[]) and ${isConnecting}
      union
      select period.user_id from subscription_period as period
      where period.recipient_id = ${recipientId} and period.to_message_id is not null and exists (
        select from unnest(${ids}::bigint[]) as message (id)
        where message.id > period.from_message_id and message.id <= period.to_message_id
      )
      union
      select period.user_id from message_former_place as place
      join subscription_period as period on period.recipient_id = place.recipient_id
        and place.message_id > period.from_message_id
        and (period.to_message_id is null or place.message_id <= period.to_message_id)
      where place.message_id = any(${ids}::bigint[])
    ) as connected
    join account on account.id = connected.user_id and account.is_active
    order by account.id`.execute(tx);
  return rows;
}

/** Subscribers of a channel that a message never came to. */
async function subscribersWithout(tx: Tx, messageId: number, channelId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription cross join (select ${messageId}::bigint as id) as message
    where subscription.channel_id = ${channelId} and subscription.is_active and not ${hasCome}
    order by subscription.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
