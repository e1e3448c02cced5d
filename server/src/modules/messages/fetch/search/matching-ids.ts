import { sql, type RawBuilder } from "kysely";
import { CUSTOM_PLAN } from "@parlance/kernel/db/pool.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import {
  countsAsUnreadForUserInSql,
  isInReceivedConversationInSql,
} from "#modules/messages/read-state/received-conversations.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { hasReadBitInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { isAboveWatermarkInSql } from "#modules/messages/read-state/unread/unread.ts";
import { messageCondition, type PersonalFilter } from "#narrow/index.ts";
import type { MessageSearch } from "./message-search.ts";
import { allConversations, selectionScopes, type SearchScope } from "./search-scope.ts";
import { direction, ordered, type IdRange } from "./id-range.ts";
import { flaggedIds, isReceivedInSql, joinConversation, matchesInSql, unreadExceptionIds } from "./listed-messages.ts";

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
  const flagged = (filter: PersonalFilter, bits: number) =>
    flaggedIds(search, range, { condition: hasAnyFlagInSql(bits), filter });
  if (personal.includes("starred")) return [flagged("starred", starred)];
  if (personal.includes("alerted")) return [flagged("alerted", has_alert_word)];
  if (personal.includes("mentioned")) {
    return [
      flagged("mentioned", mentioned | topic_wildcard_mentioned),
      byConversation(search, range, { extraCondition: sql`message.mentions_channel`, filter: "mentioned" }),
    ];
  }
  if (personal.includes("unread")) return [unreadInConversations(search, range), ...unreadExceptionIds(search, range)];
  const sources = receivedIds(search, range);
  return isReceivedOnly ? [...sources, flagConnectedIds(search, range)] : sources;
}

/** Query for messages to which the viewer is connected by flags. Most are outside the search's conversations. */
const flagConnectedIds = (search: MessageSearch, range: IdRange): Query =>
  flaggedIds(search, range, { condition: hasConnectingFlagInSql });

/** Query for the unread messages of the search's conversations, without exceptions. */
const unreadInConversations = (search: MessageSearch, range: IdRange): Query =>
  byConversation(search, range, {
    indexCondition: sql<boolean>`${isAboveWatermarkInSql} and not ${hasReadBitInSql(search.viewer.id)}`,
    extraCondition: countsAsUnreadForUserInSql(search.viewer.id),
    filter: "unread",
  });

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
        where ${messageCondition(narrow)} ${ordered("message.id", range)}
      )
      select id from nearby where ${isEnough}
      union ${sql.join(
        farther.map((query) => sql`(${query})`),
        sql` union `,
      )}`,
  ];
}

const messageId = sql`message.id`;

const hasAnyFlagInSql = (bits: number) => sql<boolean>`flags & ${sql.lit(bits)} <> 0`;

interface ScanOptions {
  readonly scope?: SearchScope;
  /** An additional condition on rows of `message`. */
  readonly extraCondition?: RawBuilder<boolean>;
  /** A condition that the index alone can evaluate and that matches few rows. The other rows are not read. */
  readonly indexCondition?: RawBuilder<boolean>;
  /** The personal filter that every message satisfies for which the conditions are true. */
  readonly filter?: PersonalFilter;
}

/** Rows of `message`, of which only those matching `isHere` are read. */
const prefilteredRows = (isHere: RawBuilder<boolean>, range: IdRange) => sql`
  (select id from message where ${isHere} order by id ${direction(range)} offset 0) as here
  cross join lateral (select * from message where message.id = here.id offset 0) as message`;

/** Number of messages that a second scan of a conversation may find, as a multiple of the first scan's number. */
const WIDER_SCAN_FACTOR = 8;

/** Scans the conversations, each from one end. */
function byConversation({ narrow }: MessageSearch, range: IdRange, looking: ScanOptions = {}): Query {
  const { scope = allConversations, extraCondition = sql`true`, indexCondition, filter } = looking;
  const { topicKey, senderId, recipientIds } = narrow.bounds;
  const inConversation: ConversationScan = (limit, near) => {
    const isHere = sql<boolean>`${isInReceivedConversationInSql} and ${scope.condition} and ${range.ids(messageId)} and ${near}
      ${topicKey === undefined ? sql`` : sql`and message.topic_key = ${topicKey}`}
      ${senderId === undefined ? sql`` : sql`and message.sender_id = ${senderId}`}`;
    const id = indexCondition ? sql`here.id` : messageId;
    return sql`
      cross join lateral (select mine.recipient_id, mine.channel_id) as conversation
      cross join lateral (
        select ${id} from ${indexCondition ? prefilteredRows(sql`${isHere} and ${indexCondition}`, range) : sql`message`}
        where ${indexCondition ? sql`true` : isHere} and ${extraCondition} and ${messageCondition(narrow, filter)}
        order by ${id} ${direction(range)} limit ${limit}
      ) as found`;
  };
  if (recipientIds?.length === 1) {
    return sql`
      select found.id from ${scope.rows} as mine ${inConversation(sql`${range.limit}::int`, sql`true`)}
      ${ordered("found.id", range)}`;
  }
  return inManyConversations(range, scope, inConversation);
}

/**
 * Returns the joins that scan a conversation in a row of `mine`, for up to `limit` messages that satisfy the condition
 * `near`. The found ids are in the column `found.id`.
 */
type ConversationScan = (limit: RawBuilder<unknown>, near: RawBuilder<boolean>) => Query;

/** Scans many conversations so that few messages are read besides those at the end of the range. */
function inManyConversations(range: IdRange, scope: SearchScope, inConversation: ConversationScan): Query {
  const limit = sql`${range.limit}::int`;
  // Each of many conversations first returns a few messages. If these are too few in all, because other conversations
  // have hardly any matches, those that may have more return more. The messages show how near to the end the requested
  // messages are, and which conversations have to be scanned again.
  const isNewest = range.from === "newest";
  const near = isNewest ? sql<boolean>`found.id >= edge.id` : sql<boolean>`found.id <= edge.id`;
  return sql`
    with spot as materialized (select * from ${scope.rows} as spot),
    share (size) as materialized (select greatest(1, ceil(${limit}::numeric / nullif(count(*), 0)))::int from spot),
    first as materialized (
      select mine.*, found.id from share cross join spot as mine ${inConversation(sql`share.size`, sql`true`)}
    ),
    unfinished as materialized (
      select * from spot where (select count(*) from first) < ${limit} and (${scope.key}) in (
        select ${scope.key} from first group by ${scope.key} having count(*) = (select size from share)
      )
    ),
    sample as materialized (
      select mine.*, found.id from share cross join unfinished as mine
      ${inConversation(sql`share.size * ${sql.lit(WIDER_SCAN_FACTOR)}`, sql`true`)}
      union all
      select * from first where (${scope.key}) not in (select ${scope.key} from unfinished)
    ),
    edge (id) as materialized (
      select coalesce(
        (select id from sample order by id ${direction(range)} limit 1 offset ${limit} - 1),
        ${isNewest ? sql`0` : sql`9223372036854775807`}
      )
    ),
    again as materialized (
      select distinct on (${scope.key}) found.* from sample as found cross join edge where ${near}
    )
    select found.id from edge cross join again as mine
    ${inConversation(limit, isNewest ? sql`message.id >= edge.id` : sql`message.id <= edge.id`)} ${ordered("found.id", range)}`;
}

/** Looks up messages whose ids are known. */
const idsByLookup = (search: MessageSearch, range: IdRange): Query => sql`
  select message.id from message
  left join message_flag on message_flag.user_id = ${search.viewer.id} and message_flag.message_id = message.id
  ${joinConversation}
  left join lateral (
    select * from (${search.conversations?.(sql`recipient_id = message.recipient_id`)}) as mine offset 0
  ) as mine on ${isInReceivedConversationInSql}
  where ${isReceivedInSql(search)} and ${matchesInSql(search, range)}
  ${ordered("message.id", range)}`;
