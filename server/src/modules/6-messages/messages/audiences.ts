import { sql } from "kysely";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Audience } from "#kernel/events/audience.ts";
import { isWithinInSql } from "#modules/4-channels/channels/periods.ts";
import { isHistoryShared, isPublic, type HistoryPrivacy } from "#modules/4-channels/channels/reading.ts";
import { hasComeInSql, isConnectingInSql } from "#modules/5-on-channels/read-state/receiving.ts";
import type { PlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";

type Place = Pick<PlacedFacts, "id" | "recipient_id" | "channel_id">;

interface Connected {
  readonly user_id: number;
  readonly role: number;
}

/** Some messages of one place, and who has them all. */
export interface Having {
  readonly audience: Audience;
  /** Ascending. */
  readonly ids: readonly number[];
}

/**
 * Who hears what happens to a message: the people of its conversation, or the subscribers of its channel. In an open
 * channel, also those members who received the message before they left, or who are connected to it otherwise; in one with
 * protected history, only those who received it. The realm's position must be locked.
 */
export async function thoseWhoHave(tx: Tx, realmId: number, message: Place): Promise<Audience> {
  const { id, channel_id: channelId } = message;
  const everybody = await thoseWhoHaveAll(tx, realmId, message, [id]);
  if (everybody) return everybody;
  const except = await subscribersWithout(tx, id, channelId as number);
  return { realmId, channel: channelId as number, ...(except.length > 0 && { except }) };
}

/**
 * The same for many messages of one channel or conversation: each reader is in at most one of the audiences, with exactly
 * those of the messages that this reader has. The realm's position must be locked.
 */
export async function thoseWhoHaveAny(
  tx: Tx,
  realmId: number,
  place: Omit<Place, "id">,
  ids: readonly number[],
): Promise<Having[]> {
  const everybody = await thoseWhoHaveAll(tx, realmId, place, ids);
  if (everybody) return [{ audience: everybody, ids }];
  const had = await hadBySubscribers(tx, ids, place.channel_id as number);
  const groups = Map.groupBy(had, (one) => one.ids.join());
  return [...groups.values()].map((same) => ({
    audience: { realmId, users: same.map(({ user_id }) => user_id) },
    ids: same[0]?.ids ?? [],
  }));
}

/** Who has these messages of a place; null: not all have the same, because the channel hides its past. */
async function thoseWhoHaveAll(
  tx: Tx,
  realmId: number,
  { recipient_id: recipientId, channel_id: channelId }: Omit<Place, "id">,
  ids: readonly number[],
): Promise<Audience | null> {
  if (channelId === null) return { realmId, users: await conversationOf(tx, recipientId) };
  const channel = await privacyOf(tx, channelId);
  if (!isPublic(channel)) return isHistoryShared(channel) ? { realmId, channel: channelId } : null;
  const connected = await connectedTo(tx, ids, recipientId);
  const users = connected.filter((person) => !isGuest(person.role)).map(({ user_id }) => user_id);
  return { realmId, channel: channelId, ...(users.length > 0 && { users }) };
}

const privacyOf = (tx: Tx, channelId: number): Promise<HistoryPrivacy> =>
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

/** Whether a message came to a subscriber. */
const hasCome = hasComeInSql(sql`subscription.user_id`, sql`subscription.recipient_id`);

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
      select user_id from message_flag where message_id = any(${ids}::bigint[]) and ${isConnectingInSql}
      union
      select period.user_id from subscription_period as period
      where period.recipient_id = ${recipientId} and period.to_message_id is not null and exists (
        select from unnest(${ids}::bigint[]) as message (id) where ${isWithinInSql(sql`message.id`)}
      )
      union
      select period.user_id from message_former_place as former
      join subscription_period as period on period.recipient_id = former.recipient_id
        and ${isWithinInSql(sql`former.message_id`)}
      where former.message_id = any(${ids}::bigint[])
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
