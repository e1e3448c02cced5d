import { sql, type RawBuilder } from "kysely";
import { CUSTOM_PLAN } from "@parlance/kernel/db/pool.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { isInReceivedConversationInSql } from "#modules/messages/read-state/received-conversations.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { hasReadBitInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { isAboveWatermarkInSql } from "#modules/messages/read-state/unread/unread.ts";
import { userPackedExceptionsInSql } from "#modules/messages/read-state/unread/unread-exceptions.ts";
import type { MessageSearch } from "./message-search.ts";
import { allConversations, selectionScopes, type SearchScope } from "./search-scope.ts";
import type { IdRange } from "./id-range.ts";

// The cost of these queries must not grow with the length of the history. So each query starts where the narrow selects
// little: at the flags, at the unread messages, or at the ends of each conversation's index.

type Query = RawBuilder<unknown>;

/** A query for one column, `id`, of messages in no particular order. */
export type IdsQuery = RawBuilder<unknown>;

/** Query for the ids of messages that match a search, in each of the ranges. */
export const matchingIdsIn = (search: MessageSearch, idRanges: readonly IdRange[]): IdsQuery =>
  queryFor(
    search,
    idRanges.map((range) => rangeQuery(search, range)),
  );

/** Query for those of the given messages that match a search. */
export const matchingIdsAmong = (search: MessageSearch, ids: readonly number[]): IdsQuery =>
  queryFor(search, [
    idsByLookup(search, {
      ids: (id) => sql`${id} = any(${ids}::bigint[])`,
      from: "oldest",
      boundary: 0,
      limit: ids.length,
    }),
  ]);

/** Query for one message, whether or not it matches. */
export const singleIdQuery = (id: number): IdsQuery => sql`select ${id}::bigint as id`;

/** Runs a query for ids alone. They are returned in ascending order. */
export async function findIds(db: Reader, ids: IdsQuery): Promise<{ readonly id: number }[]> {
  const { rows } = await sql<{ id: number }>`select id from (${ids}) as found order by id`.execute(db);
  return rows;
}

/**
 * Query for the matches in a range that a scan of the search's conversations might not find: messages to which the
 * viewer is connected by flags or, in a search for unread messages, all unread exceptions.
 */
export function idsOutsideConversations(search: MessageSearch, range: IdRange): IdsQuery {
  if (search.narrow.bounds.personal.includes("unread")) return queryFor(search, unreadExceptionIds(search, range));
  return queryFor(search, search.isReceivedOnly ? [flagConnectedIds(search, range)] : []);
}

/** Query for the conversations of a search, with the columns of `mine`. */
export function searchedConversations({ conversations, narrow }: MessageSearch): Query {
  const { recipientIds } = narrow.bounds;
  const among = recipientIds ? sql<boolean>`recipient_id = any(${recipientIds}::int[])` : sql<boolean>`true`;
  return sql`select conversation.* from (${conversations?.(among)}) as conversation where ${narrow.conversations}`;
}

function queryFor(search: MessageSearch, queries: readonly Query[]): IdsQuery {
  const { conversations, narrow } = search;
  const isNowhere = !conversations || narrow.bounds.recipientIds?.length === 0;
  if (isNowhere || queries.length === 0) return sql`select id from message where false`;
  const together = sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );
  return sql`
    with chosen as materialized (${searchedConversations(search)})
    select id from (${together}) as found`;
}

function rangeQuery(search: MessageSearch, range: IdRange): Query {
  const sources = rangeSources(search, range);
  return sources.length === 1
    ? sql`${sources[0]}`
    : sql`select id from (${sql.join(
        sources.map((source) => sql`(${source})`),
        sql` union `,
      )}) as together ${ordered("id", range)}`;
}

/** Queries that together find all matches in a range. */
function rangeSources(search: MessageSearch, range: IdRange): Query[] {
  const { isReceivedOnly, narrow } = search;
  const { messageId, personal } = narrow.bounds;
  if (messageId !== undefined) return [idsByLookup(search, range)];
  const { starred, mentioned, topic_wildcard_mentioned, has_alert_word } = messageFlags;
  // Some users have a handful of these flags, others thousands. In the second case each conversation should be looked
  // up once, not once per message, so the query gets a fresh plan.
  if (personal.includes("starred")) return [withFreshPlan(flaggedIds(search, range, hasAnyFlagInSql(starred)))];
  if (personal.includes("alerted")) return [withFreshPlan(flaggedIds(search, range, hasAnyFlagInSql(has_alert_word)))];
  if (personal.includes("mentioned")) {
    const named = flaggedIds(search, range, hasAnyFlagInSql(mentioned | topic_wildcard_mentioned));
    return [named, byConversation(search, range, { extraCondition: sql`message.mentions_channel` })];
  }
  if (personal.includes("unread")) {
    const extraCondition = sql<boolean>`${isAboveWatermarkInSql} and not ${hasReadBitInSql(search.viewer.id)}`;
    return [
      byConversation(search, range, { extraCondition, isSelectiveCondition: true }),
      ...unreadExceptionIds(search, range),
    ];
  }
  const sources = receivedIds(search, range);
  return isReceivedOnly ? [...sources, flagConnectedIds(search, range)] : sources;
}

const withFreshPlan = (query: Query): Query => sql`${sql.raw(CUSTOM_PLAN)} ${query}`;

/** Query for messages that the viewer received outside the search's conversations. */
const flagConnectedIds = (search: MessageSearch, range: IdRange): Query =>
  flaggedIds(search, range, sql`${hasConnectingFlagInSql} and mine.recipient_id is null`);

/** Number of nearby messages checked, as a multiple of the number requested. */
const NEARBY_LIMIT_FACTOR = 3;

/**
 * Queries for received messages. Most users receive a large share of all messages. So if the narrow is not restricted
 * further, the messages at the end of the range are checked first, and each conversation is scanned only if too few of
 * them match.
 */
function receivedIds(search: MessageSearch, range: IdRange): Query[] {
  const { narrow, viewer } = search;
  const { kind, recipientIds, topicKey, senderId, parts, isIndexed } = narrow.bounds;
  const scopes = parts ? selectionScopes(parts) : [allConversations];
  if (
    kind === "direct" ||
    recipientIds ||
    topicKey !== undefined ||
    senderId !== undefined ||
    parts?.isInside ||
    isIndexed
  ) {
    return scopes.map((some) => byConversation(search, range, { scope: some }));
  }
  const isEnough = sql`(select count(*) from nearby) = ${range.limit}::int`;
  const farther = scopes.map(({ rows, ...some }) => {
    const gated = sql`(select * from ${rows} as spot where not ${isEnough})`;
    return byConversation(search, range, { scope: { ...some, rows: gated } });
  });
  return [
    sql`
      ${sql.raw(CUSTOM_PLAN)} with nearby as materialized (
        select message.id from (
          select * from message where realm_id = ${viewer.realmId} and ${range.ids(sql`id`)}
          ${ordered("id", { ...range, limit: NEARBY_LIMIT_FACTOR * range.limit })}
        ) as message
        join chosen as mine on ${isInReceivedConversationInSql}
        cross join lateral (select mine.recipient_id, mine.channel_id) as conversation
        where ${narrow.messages} ${ordered("message.id", range)}
      )
      select id from nearby where ${isEnough}
      union ${sql.join(
        farther.map((query) => sql`(${query})`),
        sql` union `,
      )}`,
  ];
}

const messageId = sql`message.id`;

const hasAnyFlagInSql = (bits: number) => sql<boolean>`message_flag.flags & ${sql.lit(bits)} <> 0`;

const direction = ({ from }: IdRange) => (from === "newest" ? sql`desc` : sql`asc`);

const ordered = (column: string, range: IdRange) =>
  sql`order by ${sql.raw(column)} ${direction(range)} limit ${range.limit}::int`;

interface ScanOptions {
  readonly scope?: SearchScope;
  /** An additional condition on rows of `message`. */
  readonly extraCondition?: RawBuilder<boolean>;
  /** True if the index alone can evaluate the condition and it matches few rows. Then the other rows are not read. */
  readonly isSelectiveCondition?: boolean;
}

/** Rows of `message`, of which only those matching `isHere` are read. */
const prefilteredRows = (isHere: RawBuilder<boolean>, range: IdRange) => sql`
  (select id from message where ${isHere} order by id ${direction(range)} offset 0) as here
  cross join lateral (select * from message where message.id = here.id offset 0) as message`;

/** Scans the conversations, each from one end. */
function byConversation({ narrow }: MessageSearch, range: IdRange, looking: ScanOptions = {}): Query {
  const { scope = allConversations, extraCondition = sql`true`, isSelectiveCondition = false } = looking;
  const { topicKey, senderId, recipientIds } = narrow.bounds;
  const inConversation = (limit: RawBuilder<unknown>, near: RawBuilder<boolean>) => {
    const isHere = sql<boolean>`${isInReceivedConversationInSql} and ${scope.condition} and ${range.ids(messageId)} and ${near} and ${extraCondition}
      ${topicKey === undefined ? sql`` : sql`and message.topic_key = ${topicKey}`}
      ${senderId === undefined ? sql`` : sql`and message.sender_id = ${senderId}`}`;
    const id = isSelectiveCondition ? sql`here.id` : messageId;
    return sql`
      cross join lateral (select mine.recipient_id, mine.channel_id) as conversation
      cross join lateral (
        select ${id} from ${isSelectiveCondition ? prefilteredRows(isHere, range) : sql`message`}
        where ${isSelectiveCondition ? sql`true` : isHere} and ${narrow.messages}
        order by ${id} ${direction(range)} limit ${limit}
      ) as found`;
  };
  const limit = sql`${range.limit}::int`;
  if (recipientIds?.length === 1) {
    return sql`select found.id from ${scope.rows} as mine ${inConversation(limit, sql`true`)} ${ordered("found.id", range)}`;
  }
  // Each of many conversations first returns a few messages. These show how near to the end the requested messages are,
  // and which conversations have to be scanned again.
  const isNewest = range.from === "newest";
  const near = isNewest ? sql<boolean>`found.id >= edge.id` : sql<boolean>`found.id <= edge.id`;
  return sql`
    with spot as materialized (select * from ${scope.rows} as spot),
    share (size) as materialized (select greatest(1, ceil(${limit}::numeric / nullif(count(*), 0)))::int from spot),
    first as materialized (
      select mine.*, found.id from share cross join spot as mine ${inConversation(sql`share.size`, sql`true`)}
    ),
    edge (id) as materialized (
      select coalesce(
        (select id from first order by id ${direction(range)} limit 1 offset ${limit} - 1),
        ${isNewest ? sql`0` : sql`9223372036854775807`}
      )
    ),
    again as materialized (
      select distinct on (${scope.key}) found.* from first as found cross join edge where ${near}
    )
    select found.id from edge cross join again as mine
    ${inConversation(limit, isNewest ? sql`message.id >= edge.id` : sql`message.id <= edge.id`)} ${ordered("found.id", range)}`;
}

/**
 * Joins the messages that another table names, one at a time. Without the offset PostgreSQL might join the whole
 * tables, because it cannot know how few of a user's rows have a flag.
 */
const messageOf = ({ viewer }: MessageSearch, table: "message_flag" | "unread_exception") => sql`
  cross join lateral (
    select * from message where realm_id = ${viewer.realmId} and id = ${sql.raw(table)}.message_id offset 0
  ) as message`;

/** Scans the viewer's flags. */
const flaggedIds = (search: MessageSearch, range: IdRange, which: RawBuilder<boolean>): Query => sql`
  select message.id from message_flag ${messageOf(search, "message_flag")} ${joinReceivedConversation(search)}
  where message_flag.user_id = ${search.viewer.id} and ${which} and ${range.ids(sql`message_flag.message_id`)}
    and ${isReceivedInSql(search)} and ${matchesInSql(search, range)}
  ${ordered("message_flag.message_id", range)}`;

/** Looks up messages whose ids are known. */
const idsByLookup = (search: MessageSearch, range: IdRange): Query => sql`
  select message.id from message
  left join message_flag on message_flag.user_id = ${search.viewer.id} and message_flag.message_id = message.id
  ${joinReceivedConversation(search)}
  where ${isReceivedInSql(search)} and ${matchesInSql(search, range)}
  ${ordered("message.id", range)}`;

/** Scans the viewer's unread exceptions: messages left unread long ago, or marked as unread. */
const unreadExceptionIds = (search: MessageSearch, range: IdRange): readonly Query[] =>
  [
    sql`(select message_id from unread_exception where user_id = ${search.viewer.id})`,
    sql`(${userPackedExceptionsInSql(search.viewer.id)})`,
  ].map(
    (exceptions) => sql`
      select message.id from ${exceptions} as unread_exception ${messageOf(search, "unread_exception")}
      left join message_flag on message_flag.user_id = ${search.viewer.id} and message_flag.message_id = message.id
      ${joinReceivedConversation(search)}
      where ${range.ids(sql`unread_exception.message_id`)} and ${isReceivedInSql(search)} and ${matchesInSql(search, range)}
      ${ordered("unread_exception.message_id", range)}`,
  );

/**
 * Joins a row of `message` with its conversation, and with the viewer's relation to it if the viewer received the
 * message. With the offset PostgreSQL looks up each conversation once rather than once per message.
 */
const joinReceivedConversation = ({ conversations }: MessageSearch) => sql`
  cross join lateral (
    select message.recipient_id,
      (select channel.id from channel where channel.recipient_id = message.recipient_id) as channel_id
  ) as conversation
  left join lateral (
    select * from (${conversations?.(sql`recipient_id = message.recipient_id`)}) as mine offset 0
  ) as mine on ${isInReceivedConversationInSql}`;

const isReceivedInSql = ({ viewer, isReceivedOnly }: MessageSearch): RawBuilder<boolean> =>
  isReceivedOnly
    ? sql`(mine.recipient_id is not null or (${hasConnectingFlagInSql} and exists (
        select from channel
        left join subscription on subscription.user_id = ${viewer.id} and subscription.channel_id = channel.id
        where channel.recipient_id = message.recipient_id and ${canReadContentInSql(viewer)}
      )))`
    : sql`mine.recipient_id is not null`;

const matchesInSql = ({ narrow }: MessageSearch, range: IdRange): RawBuilder<boolean> =>
  sql`${range.ids(messageId)} and ${narrow.conversations} and ${narrow.messages}`;
