import { sql, type RawBuilder } from "kysely";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isInReceivedConversationInSql } from "#modules/messages/read-state/received-conversations.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";
import { userPackedExceptionsInSql } from "#modules/messages/read-state/unread/unread-exceptions.ts";
import { messageCondition, type PersonalFilter } from "#narrow/index.ts";
import type { MessageSearch } from "./message-search.ts";
import { direction, ordered, type IdRange } from "./id-range.ts";

type Query = RawBuilder<unknown>;

interface FlagSelection {
  /** Condition on rows of `message_flag`. */
  readonly condition: RawBuilder<boolean>;
  /** The personal filter that every message satisfies for which the condition is true. */
  readonly filter?: PersonalFilter;
}

/** Scans the viewer's flags. */
export const flaggedIds = (search: MessageSearch, range: IdRange, { condition, filter }: FlagSelection): Query =>
  idsOfListed(search, range, {
    listed: sql`
      select message_id, flags from message_flag
      where user_id = ${search.viewer.id} and ${condition} and ${range.ids(sql`message_id`)}`,
    filter,
  });

/** Scans the viewer's unread exceptions: messages left unread long ago, or marked as unread. */
export const unreadExceptionIds = (search: MessageSearch, range: IdRange): readonly Query[] =>
  [
    sql`select message_id from unread_exception where user_id = ${search.viewer.id}`,
    userPackedExceptionsInSql(search.viewer.id),
  ].map((exceptions) =>
    idsOfListed(search, range, {
      listed: sql`
        select unread_exception.message_id, message_flag.flags from (${exceptions}) as unread_exception
        left join message_flag on message_flag.user_id = ${search.viewer.id}
          and message_flag.message_id = unread_exception.message_id
        where ${range.ids(sql`unread_exception.message_id`)}`,
      filter: "unread",
    }),
  );

interface MessageList {
  /** Query for the listed messages, with the columns `message_id` and `flags`, which are the viewer's. */
  readonly listed: Query;
  /** The personal filter that every listed message satisfies. */
  readonly filter?: PersonalFilter | undefined;
}

/** Number of listed messages checked first, as a multiple of the number requested. */
const LISTED_LIMIT_FACTOR = 1.2;

/**
 * Query for the matches among messages that another table lists. Most users can see nearly all messages that are listed
 * for them. So if the narrow is not restricted further, the messages at the end of the range are checked first, and all
 * others only if too few of them match.
 */
function idsOfListed(search: MessageSearch, range: IdRange, { listed, filter }: MessageList): Query {
  // The messages are looked up in the order of their ids, so that neighbors are on the same pages of the index.
  const inOrder = sql`${listed} order by message_id ${direction(range)}`;
  const matching = (flags: Query) => sql`
    select message.id from (
      select message.*, message_flag.flags from (${flags}) as message_flag
      cross join lateral (
        select * from message where realm_id = ${search.viewer.realmId} and id = message_flag.message_id offset 0
      ) as message offset 0
    ) as message
    cross join lateral (select message.flags) as message_flag
    ${joinConversation}
    left join chosen as mine on ${isInReceivedConversationInSql}
    where ${isReceivedInSql(search)} and ${matchesInSql(search, range, filter)} ${ordered("message.id", range)}`;
  if (isRestrictedFurther(search, filter)) return matching(sql`${inOrder} offset 0`);
  const nearbyLimit = sql`${Math.ceil(LISTED_LIMIT_FACTOR * range.limit)}::int`;
  return sql`
    with listed as materialized (${inOrder} limit ${nearbyLimit}),
    nearby as materialized (${matching(sql`select * from listed`)}),
    shortage (is_real) as materialized (
      select (select count(*) from nearby) < ${range.limit}::int and (select count(*) from listed) = ${nearbyLimit}
    )
    select id from nearby where not (select is_real from shortage)
    union all
    (${matching(sql`select * from (${inOrder} offset 0) as listed where (select is_real from shortage)`)})`;
}

/** True if the narrow has terms other than the personal filter, except negated terms about the conversation. */
function isRestrictedFurther({ narrow }: MessageSearch, filter: PersonalFilter | undefined): boolean {
  const { kind, recipientIds, channels } = narrow.bounds;
  const hasOtherTerms = narrow.messageTerms.some((term) => term.kind === undefined || term.kind !== filter);
  return hasOtherTerms || kind !== undefined || recipientIds !== undefined || channels !== undefined;
}

/** Joins a row of `message` with its conversation. */
export const joinConversation = sql`
  cross join lateral (
    select message.recipient_id,
      (select channel.id from channel where channel.recipient_id = message.recipient_id) as channel_id
  ) as conversation`;

/** Condition on the rows of these joins: the viewer received the message, or can otherwise see it in a search. */
export const isReceivedInSql = ({ viewer, isReceivedOnly }: MessageSearch): RawBuilder<boolean> =>
  isReceivedOnly
    ? sql`(mine.recipient_id is not null or (${hasConnectingFlagInSql} and exists (
        select from channel
        left join subscription on subscription.user_id = ${viewer.id} and subscription.channel_id = channel.id
        where channel.recipient_id = message.recipient_id and ${canReadContentInSql(viewer)}
      )))`
    : sql`mine.recipient_id is not null`;

/**
 * Condition on the rows of these joins: the message is in the range and matches the narrow. `evaluated`: the personal
 * filter that every message is known to satisfy.
 */
export const matchesInSql = (
  { narrow }: MessageSearch,
  range: IdRange,
  evaluated?: PersonalFilter,
): RawBuilder<boolean> =>
  sql`${range.ids(sql`message.id`)} and ${narrow.conversations} and ${messageCondition(narrow, evaluated)}`;
