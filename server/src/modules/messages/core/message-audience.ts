import { type RawBuilder, sql } from "kysely";
import { union } from "@parlance/contract/state/list-operations.ts";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { isAnyWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { isHistoryShared, type HistoryPrivacy } from "@parlance/contract/rules/channel-access.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";
import type { UserMessage } from "#modules/messages/read-state/user-message.ts";
import { loadFlagConnections, type FlagConnections } from "./flag-connections.ts";
import { groupUsersByVisibleMessages, type VisibleMessages } from "./subscriber-visibility.ts";

type MessageLocation = Pick<UserMessage, "id" | "recipient_id" | "channel_id">;

/** Users who have a connection to messages even though they may not be subscribed to the channel. */
export interface UserConnections {
  /**
   * Users who received any of the messages, in its current channel or in one that it was moved from. Users who are
   * connected to a message only by flags are not included.
   */
  readonly received: readonly number[];
  /** Ids of the messages on which any user has flags, ascending. */
  readonly flagged: readonly number[];
  /** Ids of the messages to which each user is connected by flags, ascending, by user id. */
  readonly connected: FlagConnections;
}

/**
 * Loads the users' connections to messages of one conversation. The result cannot change while the messages and their
 * flags are locked, because the recipients of a stored message are fixed. For this reason the query may be slow: it
 * runs before the organization's log position is locked, so that other writes do not wait for it.
 */
export async function loadUserConnections(
  tx: Tx,
  recipientId: number,
  ids: readonly number[],
): Promise<UserConnections> {
  const { rows } = await sql<Omit<UserConnections, "connected">>`
    with own as materialized (select ${idList(ids)} as ids)
    select array(${recipientsInSql(recipientId)}) as received,
      coalesce((
        select json_agg(distinct message_id order by message_id) from message_flag
        where message_id in (select unnest(ids) from own)
      ), '[]') as flagged`.execute(tx);
  const { received, flagged } = required(rows[0]);
  return { received, flagged, connected: await loadFlagConnections(tx, flagged) };
}

/**
 * Query for the users who received any of the messages, in the conversation or in one that the messages were moved
 * from. The enclosing query must define `own`, with the messages' ids in ascending order.
 */
const recipientsInSql = (recipientId: number): RawBuilder<{ user_id: number }> => sql`
  select period.user_id from own join subscription_period as period
    on period.recipient_id = ${recipientId} and ${isAnyWithinPeriodInSql(sql`own.ids`)}
  union
  select period.user_id from (
    select recipient_id, array_agg(message_id order by message_id) as ids from message_former_place
    where message_id in (select unnest(ids) from own)
    group by recipient_id
  ) as former
  join subscription_period as period
    on period.recipient_id = former.recipient_id and ${isAnyWithinPeriodInSql(sql`former.ids`)}`;

/**
 * Loads the users who receive events about a message. The organization's log position must be locked. The users are:
 * - for a direct message, the members of the conversation;
 * - in a channel, its subscribers, and users who are not subscribed but can read the channel and either received the
 *   message while they were subscribed or are connected to it by flags;
 * - in a channel with protected history, the same users, except those who neither received the message in this channel
 *   nor are connected to it by flags.
 */
export async function loadMessageAudience(tx: Tx, realmId: number, message: MessageLocation): Promise<Audience> {
  const { id, channel_id: channelId } = message;
  const tiesOf = () => loadUserConnections(tx, message.recipient_id, [id]);
  const commonAudience = await loadCommonAudience(tx, realmId, message, tiesOf);
  if (commonAudience) return commonAudience;
  const channel = channelId as number;
  const except = await subscribersWhoCannotSee(tx, id, channel);
  const users = await usersWhoReceived(tx, id, await loadUnsubscribedViewers(tx, await tiesOf(), channel));
  return { realmId, channel, ...(users.length > 0 && { users }), ...(except.length > 0 && { except }) };
}

/**
 * Loads the users who receive events about messages of one conversation, grouped by the messages that they can see.
 * Each user is in at most one of the returned audiences. The organization's log position must be locked.
 */
export async function loadMessageAudiences(
  tx: Tx,
  realmId: number,
  place: Omit<MessageLocation, "id">,
  { ids, ties }: { readonly ids: readonly number[]; readonly ties: UserConnections },
): Promise<VisibleMessages[]> {
  const commonAudience = await loadCommonAudience(tx, realmId, place, () => ties);
  if (commonAudience) return [{ audience: commonAudience, ids }];
  const channelId = place.channel_id as number;
  const others = await loadUnsubscribedViewers(tx, ties, channelId);
  return groupUsersByVisibleMessages(tx, realmId, channelId, { ids, connections: ties, others });
}

/**
 * Returns the audience if all messages have the same. Returns null for a channel with protected history, where each
 * message can have a different audience.
 */
async function loadCommonAudience(
  tx: Tx,
  realmId: number,
  { recipient_id: recipientId, channel_id: channelId }: Omit<MessageLocation, "id">,
  tiesOf: () => UserConnections | Promise<UserConnections>,
): Promise<Audience | null> {
  if (channelId === null) return { realmId, users: await loadConversationMembers(tx, recipientId) };
  if (!isHistoryShared(await loadHistoryPrivacy(tx, channelId))) return null;
  const users = await loadUnsubscribedViewers(tx, await tiesOf(), channelId);
  return { realmId, channel: channelId, ...(users.length > 0 && { users }) };
}

const loadHistoryPrivacy = (tx: Tx, channelId: number): Promise<HistoryPrivacy> =>
  tx
    .selectFrom("channel")
    .select(["invite_only", "history_public_to_subscribers"])
    .where("id", "=", channelId)
    .executeTakeFirstOrThrow();

/** Returns the ids of the users in a direct message conversation, ascending. */
export async function loadConversationMembers(db: Reader, recipientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("direct_member")
    .select("user_id")
    .where("recipient_id", "=", recipientId)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Returns the active users who have a connection to the messages and can read the channel, but are not subscribed to
 * it. Their ids are ascending.
 */
async function loadUnsubscribedViewers(
  tx: Tx,
  { received, connected }: UserConnections,
  channelId: number,
): Promise<number[]> {
  const tied = union(received, [...connected.keys()]);
  if (tied.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select account.id from account
    join channel on channel.id = ${channelId}
    left join subscription on subscription.user_id = account.id and subscription.channel_id = channel.id
    where account.id = any(${tied}::int[]) and account.is_active and not coalesce(subscription.is_active, false)
      and ${canReadContentInSql("account")}
    order by account.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Returns the given users who received the message in its current channel or are connected to it by flags. Their ids
 * are ascending.
 */
async function usersWhoReceived(tx: Tx, messageId: number, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select account.id from account join message on message.id = ${messageId}
    where account.id = any(${userIds}::int[]) and ${isReceivedOrConnectedInSql(sql`account.id`)}
    order by account.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the subscribers of a channel who neither received the message nor are connected to it by flags. */
export async function subscribersWhoCannotSee(db: Reader, messageId: number, channelId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription cross join (select ${messageId}::bigint as id) as message
    where subscription.channel_id = ${channelId} and subscription.is_active and not ${isReceivedInSql}
    order by subscription.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Condition on rows of `subscription` and `message`: the subscriber received the message or is connected to it by
 * flags.
 */
const isReceivedInSql = isReceivedOrConnectedInSql(sql`subscription.user_id`, sql`subscription.recipient_id`);
