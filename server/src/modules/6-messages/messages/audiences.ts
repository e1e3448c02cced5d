import { type RawBuilder, sql } from "kysely";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import { union } from "@parlance/contract/state/lists.ts";
import { idList } from "#kernel/db/id-list.ts";
import type { Reader, Tx } from "#kernel/db/types.ts";
import type { Audience } from "#kernel/events/audience.ts";
import { required } from "#kernel/required.ts";
import { isAnyWithinInSql } from "#modules/4-channels/channels/periods.ts";
import { isHistoryShared, isPublic, type HistoryPrivacy } from "#modules/4-channels/channels/reading.ts";
import { hasComeInSql } from "#modules/5-on-channels/read-state/receiving.ts";
import type { PlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";
import { loadConnections, type Connections } from "./connections.ts";
import { hadBySubscribers, type Having } from "./had-by-subscribers.ts";

type Place = Pick<PlacedFacts, "id" | "recipient_id" | "channel_id">;

interface Connected {
  readonly user_id: number;
  readonly role: number;
}

/** How people are connected to messages in other ways than by being where these are now. */
export interface Ties {
  /** Whom any of the messages came to, here or where it was before, as far as that does not follow from flags. */
  readonly received: readonly number[];
  /** Those of the messages on which anybody has flags, ascending. */
  readonly flagged: readonly number[];
  /** Which of them, ascending, their flags connect to whom. */
  readonly connected: Connections;
}

/**
 * The ties to messages of one place. They stay as they are while the messages and their marks are locked: to whom something
 * has come is settled by the time it is there. So this may take its time, before the realm's position is locked.
 */
export async function loadTies(tx: Tx, recipientId: number, ids: readonly number[]): Promise<Ties> {
  const { rows } = await sql<Omit<Ties, "connected">>`
    with own as materialized (select ${idList(ids)} as ids)
    select array(${receivedInSql(recipientId)}) as received,
      coalesce((
        select json_agg(distinct message_id order by message_id) from message_flag
        where message_id in (select unnest(ids) from own)
      ), '[]') as flagged`.execute(tx);
  const { received, flagged } = required(rows[0]);
  return { received, flagged, connected: await loadConnections(tx, flagged) };
}

/** People whom messages came to in a channel: `own` has their ids, ascending. */
const receivedInSql = (recipientId: number): RawBuilder<{ user_id: number }> => sql`
  select period.user_id from own join subscription_period as period
    on period.recipient_id = ${recipientId} and ${isAnyWithinInSql(sql`own.ids`)}
  union
  select period.user_id from (
    select recipient_id, array_agg(message_id order by message_id) as ids from message_former_place
    where message_id in (select unnest(ids) from own)
    group by recipient_id
  ) as former
  join subscription_period as period
    on period.recipient_id = former.recipient_id and ${isAnyWithinInSql(sql`former.ids`)}`;

/**
 * Who hears what happens to a message: the people of its conversation, or the subscribers of its channel. In an open
 * channel, also those members who received the message before they left, or who are connected to it otherwise; in one with
 * protected history, only those who received it. The realm's position must be locked.
 */
export async function thoseWhoHave(tx: Tx, realmId: number, message: Place): Promise<Audience> {
  const { id, channel_id: channelId } = message;
  const everybody = await thoseWhoHaveAll(tx, realmId, message, () => loadTies(tx, message.recipient_id, [id]));
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
  { ids, ties }: { readonly ids: readonly number[]; readonly ties: Ties },
): Promise<Having[]> {
  const everybody = await thoseWhoHaveAll(tx, realmId, place, () => ties);
  if (everybody) return [{ audience: everybody, ids }];
  return hadBySubscribers(tx, realmId, place.channel_id as number, { ids, ties });
}

/** Who has these messages of a place; null: not all have the same, because the channel hides its past. */
async function thoseWhoHaveAll(
  tx: Tx,
  realmId: number,
  { recipient_id: recipientId, channel_id: channelId }: Omit<Place, "id">,
  tiesOf: () => Ties | Promise<Ties>,
): Promise<Audience | null> {
  if (channelId === null) return { realmId, users: await conversationOf(tx, recipientId) };
  const channel = await privacyOf(tx, channelId);
  if (!isPublic(channel)) return isHistoryShared(channel) ? { realmId, channel: channelId } : null;
  const connected = await connectedBy(tx, await tiesOf(), channelId);
  const users = connected.filter((person) => !isGuest(person.role)).map(({ user_id }) => user_id);
  return { realmId, channel: channelId, ...(users.length > 0 && { users }) };
}

const privacyOf = (tx: Tx, channelId: number): Promise<HistoryPrivacy> =>
  tx
    .selectFrom("channel")
    .select(["invite_only", "history_public_to_subscribers"])
    .where("id", "=", channelId)
    .executeTakeFirstOrThrow();

/** The people of a direct conversation, ascending. */
export async function conversationOf(db: Reader, recipientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("direct_member")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Active accounts that have ties to messages, and do not subscribe to the channel. */
async function connectedBy(tx: Tx, { received, connected }: Ties, channelId: number): Promise<Connected[]> {
  const { rows } = await sql<Connected>`
    select account.id as user_id, account.role from account
    where account.id = any(${union(received, [...connected.keys()])}::int[]) and account.is_active and not exists (
      select from subscription
      where subscription.user_id = account.id and subscription.channel_id = ${channelId} and subscription.is_active
    )
    order by account.id`.execute(tx);
  return rows;
}

/** Subscribers of a channel that a message never came to. */
export async function subscribersWithout(db: Reader, messageId: number, channelId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription cross join (select ${messageId}::bigint as id) as message
    where subscription.channel_id = ${channelId} and subscription.is_active and not ${hasCome}
    order by subscription.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Whether a message came to a subscriber. */
const hasCome = hasComeInSql(sql`subscription.user_id`, sql`subscription.recipient_id`);
