import { sql } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { isWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { isHistorySharedInSql, canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { countsAsUnreadForUserInSql } from "./received-conversations.ts";
import { hasFlag } from "./flags/message-flags.ts";
import { joinReadBitsInSql, readBitInSql } from "./unread/read-bitmap.ts";
import { canReadMessage, type MessageReceipt } from "./received-messages.ts";
import { isUnread, type ReadStateInput } from "./unread/unread.ts";
import { isJoinedExceptionInSql, joinExceptionsInSql } from "./unread/unread-exceptions.ts";

/** The stored state of a message for one user. */
export interface UserMessageState extends MessageReceipt, ReadStateInput {
  readonly recipient_id: number;
  readonly sender_id: number;
  readonly mentions_channel: boolean;
}

/** The state of a message for one user, with the message's conversation, and whether the user can read the message. */
export interface UserMessage extends UserMessageState {
  readonly topic: string;
  /** Null for direct messages. */
  readonly channel_id: number | null;
  readonly is_archived: boolean;
  readonly is_muted: boolean;
  readonly is_readable: boolean;
}

/** The data from which a user's flags on a message are computed. */
export interface FlagSource extends Pick<UserMessageState, "mentions_channel" | "is_received" | "flags"> {
  readonly is_unread: boolean;
}

/** Returns the names of the flags that a user has on a message. */
export function visibleFlags(facts: FlagSource): MessageFlag[] {
  const { flags: bits, is_received, is_unread } = facts;
  const flags: MessageFlag[] = is_unread ? [] : ["read"];
  for (const flag of ["starred", "collapsed", "mentioned"] as const) if (hasFlag(bits, flag)) flags.push(flag);
  const wildcards = wildcardFlags(facts);
  flags.push(...wildcards);
  if (wildcards.length > 0) flags.push("wildcard_mentioned");
  if (hasFlag(bits, "has_alert_word")) flags.push("has_alert_word");
  // A mentioned bot that is not subscribed has a row of flags without the `historical` bit, because it received the
  // message.
  if (!is_received && (bits === 0 || hasFlag(bits, "historical"))) flags.push("historical");
  return flags;
}

/**
 * Returns the flags for wildcard mentions of the user. Users who subscribed after the message was sent are not
 * mentioned.
 */
export function wildcardFlags({ mentions_channel, is_received, flags }: Omit<FlagSource, "is_unread">): MessageFlag[] {
  const wildcards: MessageFlag[] = [];
  if (mentions_channel && is_received) wildcards.push("stream_wildcard_mentioned");
  if (hasFlag(flags, "topic_wildcard_mentioned")) wildcards.push("topic_wildcard_mentioned");
  return wildcards;
}

/** The columns of `UserMessageState` that depend on both the user and the message, except `is_received`. */
const userMessageColumns = (userId: number) => sql`
  ${countsAsUnreadForUserInSql(userId)} as is_news,
  ${readBitInSql} = 1 as has_read_bit,
  ${isJoinedExceptionInSql} as is_exception,
  coalesce(message_flag.flags, 0) as flags`;

/**
 * The state of a message for a user, packed into one number. This reduces the work of sending and parsing many
 * messages. `decodeFlags` unpacks it.
 */
export const packedStateInSql = (userId: number) => sql`(
  coalesce(message_flag.flags, 0) * 16 + message.mentions_channel::int * 8
    + ${isJoinedExceptionInSql}::int * 4 + ${readBitInSql} * 2 + ${countsAsUnreadForUserInSql(userId)}::int
)`;

/** The packed state of a message for a user, and other data from which the flags are computed. */
interface PackedUserMessage extends Pick<UserMessageState, "is_received" | "is_active"> {
  readonly marks: number;
  /** True if the message is above the watermark of its conversation. */
  readonly isAboveWatermark: boolean;
}

/**
 * Computes the flags that a user has on messages. There are only a few combinations of states, and each is computed
 * once.
 */
export class FlagsDecoder {
  readonly #known = new Map<number, readonly MessageFlag[]>();

  flagsOf(message: PackedUserMessage): readonly MessageFlag[] {
    const { marks, isAboveWatermark, is_active, is_received } = message;
    const key = marks * 8 + Number(isAboveWatermark) * 4 + Number(is_active) * 2 + Number(is_received);
    const known = this.#known.get(key) ?? decodeFlags(message);
    this.#known.set(key, known);
    return known;
  }
}

const decodeFlags = ({ marks, isAboveWatermark, is_active, is_received }: PackedUserMessage): MessageFlag[] =>
  visibleFlags({
    flags: marks >> 4,
    mentions_channel: (marks & 8) !== 0,
    is_received,
    is_unread: isUnread({
      id: Number(isAboveWatermark),
      read_up_to: 0,
      is_active,
      is_news: (marks & 1) !== 0,
      has_read_bit: (marks & 2) !== 0,
      is_exception: (marks & 4) !== 0,
    }),
  });

/** The joins to which `userMessageColumns` refers. */
export const joinUserMessageInSql = (userId: number) => sql`
  left join message_flag on message_flag.user_id = ${userId} and message_flag.message_id = message.id
  ${joinExceptionsInSql(userId)}
  ${joinReadBitsInSql(sql`${userId}`)}`;

/**
 * Loads the state of the messages for the user. Messages of other organizations, and direct messages between other
 * users, are omitted.
 */
export async function loadUserMessages(
  db: Reader,
  user: ChannelViewer,
  ids: readonly number[],
): Promise<UserMessage[]> {
  const { rows } = await sql<UserMessage & { is_shared: boolean }>`
    with message as materialized (
      select id, recipient_id, sender_id, mentions_channel, is_settled, topic, topic_key from message
      where id = any(${ids}::bigint[]) and realm_id = ${user.realmId}
    ), conversation as materialized (
      select channel.recipient_id, channel.id as channel_id, channel.is_archived, false as is_direct,
        coalesce(subscription.is_active, false) as is_active, coalesce(subscription.is_muted, false) as is_muted,
        coalesce(subscription.read_up_to, 0) as read_up_to, ${canReadContentInSql(user)} as is_readable,
        ${isHistorySharedInSql} as is_shared
      from channel
      left join subscription on subscription.user_id = ${user.id} and subscription.channel_id = channel.id
      where channel.recipient_id in (select recipient_id from message)
      union all
      select recipient_id, null, false, true, true, false, read_up_to, true, true
      from direct_member
      where user_id = ${user.id} and recipient_id in (select recipient_id from message)
    )
    select message.id, message.recipient_id, message.sender_id, message.mentions_channel,
      conversation.is_direct or period.user_id is not null as is_received, conversation.is_active, conversation.read_up_to, ${userMessageColumns(user.id)},
      message.topic, conversation.channel_id, conversation.is_archived,
      coalesce(user_topic.policy = ${visibilityPolicies.muted}, conversation.is_muted) as is_muted, conversation.is_readable, conversation.is_shared
    from message join conversation using (recipient_id)
    left join subscription_period as period
      on period.user_id = ${user.id} and period.recipient_id = message.recipient_id
        and ${isWithinPeriodInSql(sql`message.id`)}
    left join user_topic on user_topic.user_id = ${user.id} and user_topic.channel_id = conversation.channel_id
      and user_topic.topic_key = message.topic_key
    ${joinUserMessageInSql(user.id)}
    order by message.id`.execute(db);
  return rows.map(({ is_shared, ...facts }) => ({
    ...facts,
    is_readable: facts.is_readable && canReadMessage(is_shared, facts),
  }));
}
