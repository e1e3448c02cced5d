import { sql } from "kysely";
import { RetryTransaction } from "@parlance/kernel/db/retry-transaction.ts";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { acquireChannelLocks } from "#modules/channels/core/channel-locks.ts";
import { isHistorySharedInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { lockReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { loadUserMessages, type UserMessage } from "#modules/messages/read-state/user-message.ts";
import type { MoveDestination } from "../move-request.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";
import { resolutionOf } from "../resolution.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { builtInUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { isMessageChangeable } from "@parlance/contract/rules/editing.ts";

/**
 * Returns the subscribers of a channel for whom a notice that the topic was resolved or unresolved stays unread. These
 * are the users whose setting exempts all topics, or the topics that they follow (the default), from marking such
 * notices as read. Locks the subscriptions of these users until the end of the transaction. The ids are ascending.
 */
async function lockNoticeRecipients(tx: Tx, channelId: number, topicKey: string): Promise<number[]> {
  const usual = builtInUserSettings.resolved_topic_notice_auto_read_policy;
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription
    join account on account.id = subscription.user_id
    cross join lateral (
      select coalesce(account.settings ->> 'resolved_topic_notice_auto_read_policy', ${usual}) as policy
    ) as chosen
    where subscription.channel_id = ${channelId} and subscription.is_active and (
      chosen.policy = 'never'
      or chosen.policy = 'except_followed' and exists (
        select from user_topic
        where user_topic.user_id = subscription.user_id and user_topic.channel_id = ${channelId}
          and user_topic.topic_key = ${topicKey} and user_topic.policy = ${visibilityPolicies.followed}
      )
    )
    order by subscription.user_id
    for no key update of subscription`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** A message to be moved, with the data that checking the permission and planning the move require. */
export interface MovableMessage {
  readonly id: number;
  readonly topic: string;
  /** Time of sending, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** The messages of a move, locked until the end of the transaction. */
export interface LockedMove {
  /** The message that the request names. */
  readonly message: UserMessage;
  /** The named message and the messages that are moved together with it, ordered by id. */
  readonly messages: readonly MovableMessage[];
  /**
   * Ids of the users for whom a notice that the topic was resolved or unresolved stays unread. Empty for other moves.
   */
  readonly noticeRecipients: readonly number[];
}

interface SourceLocation {
  readonly recipient_id: number;
  readonly channel_id: number | null;
  readonly topic: string;
  readonly topic_key: string;
}

/**
 * Locks a message and the messages that are moved together with it. If they move to another channel, both channels and
 * the read state of all their subscribers are locked as well. In a direct message conversation, only the named message
 * is locked. Does not check whether the actor may move the messages; `authorizeMove` does.
 * @throws InvalidMessages if the actor cannot read the named message, or if its channel is archived
 * @throws RetryTransaction if the named message was moved or deleted in the meantime
 */
export async function lockForMove(
  tx: Tx,
  actor: ChannelViewer,
  messageId: number,
  to: MoveDestination,
): Promise<LockedMove> {
  const place = await findSourceLocation(tx, actor.realmId, messageId);
  if (!place) throw new InvalidMessages();
  const noticeRecipients = await lockAffectedUsers(tx, actor, messageId, { place, to });
  const concerned = await lockMessages(tx, messageId, { place, to });
  // If the named message is missing, it was deleted, or moved to another topic, while this transaction waited for the
  // locks.
  if (!concerned.some(({ id }) => id === messageId)) throw new RetryTransaction();
  const [message] = await loadUserMessages(tx, actor, [messageId]);
  if (!message || !isMessageChangeable(message)) throw new InvalidMessages();
  const selected = isChannelMove(place, to) ? await filterReadable(tx, actor, message, concerned) : concerned;
  return { message, messages: selected, noticeRecipients };
}

interface LockRequest {
  readonly place: SourceLocation;
  readonly to: MoveDestination;
}

const isChannelMove = ({ channel_id }: SourceLocation, { channelId }: MoveDestination): boolean =>
  channel_id !== null && channelId !== undefined && channelId !== channel_id;

const findSourceLocation = (tx: Tx, realmId: number, messageId: number): Promise<SourceLocation | undefined> =>
  tx
    .selectFrom("message")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.recipient_id", "channel.id as channel_id", "message.topic", "message.topic_key"])
    .where("message.id", "=", messageId)
    .where("message.realm_id", "=", realmId)
    .executeTakeFirst();

async function lockAffectedUsers(
  tx: Tx,
  actor: ChannelViewer,
  messageId: number,
  { place, to }: LockRequest,
): Promise<number[]> {
  const { channel_id: from, topic } = place;
  if (from === null || !isChannelMove(place, to)) {
    await lockReadState(tx, actor.id, [messageId]);
    const resolution = to.topic === undefined ? null : resolutionOf(topic, to.topic);
    return from === null || resolution === null ? [] : lockNoticeRecipients(tx, from, place.topic_key);
  }
  const ids = [from, to.channelId as number];
  await lockAccount(tx, actor.id);
  await acquireChannelLocks(tx, actor.realmId, { ids });
  await sql`
    select from subscription where channel_id = any(${ids}::int[]) and is_active
    order by user_id, channel_id for no key update`.execute(tx);
  return [];
}

/**
 * Locks the messages for update. Transactions that set flags hold a share lock on the message's row. This lock
 * therefore waits for such transactions to end, so that all flags are known before the organization's log position is
 * locked.
 */
async function lockMessages(tx: Tx, messageId: number, { place, to }: LockRequest): Promise<MovableMessage[]> {
  const { recipient_id, channel_id, topic_key } = place;
  const mode = channel_id === null ? "change_one" : to.mode;
  const range = {
    change_one: sql`id = ${messageId}`,
    change_later: sql`topic_key = ${topic_key} and id >= ${messageId}`,
    change_all: sql`topic_key = ${topic_key}`,
  }[mode];
  // Returned as one row, because parsing many rows would block the event loop.
  const { rows } = await sql<{ messages: [id: number, topic: string, sentAt: number][] }>`
    with locked as materialized (
      select id, topic, sent_at from message where recipient_id = ${recipient_id} and ${range}
      order by id for update
    )
    select coalesce(json_agg(json_build_array(id, topic, extract(epoch from sent_at) * 1000) order by id), '[]') as messages
    from locked`.execute(tx);
  return (rows[0]?.messages ?? []).map(([id, topic, sentAt]) => ({ id, topic, sentAt }));
}

/** Returns the messages that the actor can read. Other messages must not be moved to another channel. */
async function filterReadable(
  tx: Tx,
  actor: ChannelViewer,
  { channel_id }: UserMessage,
  concerned: readonly MovableMessage[],
) {
  const ids = concerned.map(({ id }) => id);
  const { rows } = await sql<{ is_shared: boolean; ids: number[] }>`
    select ${isHistorySharedInSql} as is_shared, case when ${isHistorySharedInSql} then '[]' else coalesce((
      select json_agg(message.id) from message
      where message.id = any(${idList(ids)}) and ${isReceivedOrConnectedInSql(sql`${actor.id}::int`)}
    ), '[]') end as ids
    from channel where channel.id = ${channel_id}`.execute(tx);
  if (rows[0]?.is_shared) return concerned;
  const readable = new Set(rows[0]?.ids);
  return concerned.filter(({ id }) => readable.has(id));
}
