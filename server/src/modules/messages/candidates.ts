import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { channelIsReadable, isConnecting, isMine } from "#modules/read-state/conditions.ts";
import { messageFlags } from "#modules/read-state/flags.ts";
import type { Search } from "./search.ts";

/** A stretch of ids to fill with messages, beginning at one end. */
export interface Stretch {
  /** The condition for `message.id`. */
  readonly ids: RawBuilder<boolean>;
  readonly from: "newest" | "oldest";
  /** The most messages that are wanted. */
  readonly limit: number;
}

type Query = RawBuilder<unknown>;

/**
 * The ids of messages that match a search, in each of the stretches, all in ascending order and in one query.
 *
 * Nothing here may cost as much as the history is long. So the work begins where the narrow says that there is little:
 * at the flags, at what is unread, or at the ends of the index of each place.
 */
export const findIds = (db: Reader, search: Search, stretches: readonly Stretch[]): Promise<number[]> =>
  run(
    db,
    search,
    stretches.map((stretch) => fill(search, stretch)),
  );

/** Which of these messages match a search, in ascending order. */
export const findAmong = (db: Reader, search: Search, ids: readonly number[]): Promise<number[]> => {
  const among = sql<boolean>`message.id = any(${ids}::bigint[])`;
  return run(db, search, [oneByOne(search, { ids: among, from: "oldest", limit: ids.length })]);
};

async function run(db: Reader, { places, narrow }: Search, queries: readonly Query[]): Promise<number[]> {
  if (!places || narrow.bounds.recipientIds?.length === 0 || queries.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with mine as materialized (${places}),
    chosen as (select mine.* from mine ${whereItIs("mine")} where ${narrow.places})
    select id from (${sql.join(
      queries.map((query) => sql`(${query})`),
      sql` union all `,
    )}) as found order by id`.execute(db);
  return rows.map(({ id }) => id);
}

function fill(search: Search, stretch: Stretch): Query {
  const sources = sourcesOf(search, stretch);
  return sources.length === 1
    ? sql`${sources[0]}`
    : sql`select id from (${sql.join(
        sources.map((source) => sql`(${source})`),
        sql` union `,
      )}) as together ${ordered("id", stretch)}`;
}

/** Queries that together find everything in a stretch. */
function sourcesOf(search: Search, stretch: Stretch): Query[] {
  const { isOwn, narrow } = search;
  const { messageId, personal } = narrow.bounds;
  if (messageId !== undefined) return [oneByOne(search, stretch)];
  const { starred, mentioned, topic_wildcard_mentioned, has_alert_word } = messageFlags;
  if (personal.includes("starred")) return [flagged(search, stretch, withAny(starred))];
  if (personal.includes("alerted")) return [flagged(search, stretch, withAny(has_alert_word))];
  if (personal.includes("mentioned")) {
    const named = flagged(search, stretch, withAny(mentioned | topic_wildcard_mentioned));
    return [named, byPlace(search, stretch, sql`message.mentions_channel`)];
  }
  if (personal.includes("unread")) {
    const above = sql<boolean>`mine.is_subscribed and message.id > mine.read_up_to`;
    return [byPlace(search, stretch, above), excepted(search, stretch)];
  }
  const received = byPlace(search, stretch);
  return isOwn ? [received, flagged(search, stretch, sql`${isConnecting} and mine.recipient_id is null`)] : [received];
}

const withAny = (bits: number) => sql<boolean>`message_flag.flags & ${sql.lit(bits)} <> 0`;

const ordered = (column: string, { from, limit }: Stretch) =>
  sql`order by ${sql.raw(column)} ${from === "newest" ? sql`desc` : sql`asc`} limit ${limit}`;

/** What conditions about places speak of. */
const whereItIs = (alias: "mine" | "message") =>
  alias === "mine"
    ? sql`cross join lateral (select mine.recipient_id, mine.channel_id) as place`
    : sql`cross join lateral (select message.recipient_id, channel.id as channel_id) as place`;

/** Looks through the places, from one end of each. */
function byPlace({ narrow }: Search, stretch: Stretch, more: RawBuilder<boolean> = sql`true`): Query {
  const { topicKey, senderId, recipientIds } = narrow.bounds;
  const inPlace = (limit: RawBuilder<unknown>, near: RawBuilder<boolean>) => sql`
    select message.id from message
    where ${isMine} and ${stretch.ids} and ${near} and ${more}
      ${topicKey === undefined ? sql`` : sql`and message.topic_key = ${topicKey}`}
      ${senderId === undefined ? sql`` : sql`and message.sender_id = ${senderId}`}
      and ${narrow.messages}
    order by message.id ${stretch.from === "newest" ? sql`desc` : sql`asc`} limit ${limit}`;
  const everywhere = (query: Query) => sql`
    select found.id from chosen as mine ${whereItIs("mine")} cross join lateral (${query}) as found`;
  if (recipientIds?.length === 1) {
    return sql`${everywhere(inPlace(sql`${stretch.limit}`, sql`true`))} ${ordered("found.id", stretch)}`;
  }
  // Of many places, each gives a few first; these tell how far from the end the others have to be looked through.
  const share = sql`(select greatest(1, ceil(${stretch.limit}::numeric / count(*))) from chosen)`;
  const near =
    stretch.from === "newest"
      ? sql<boolean>`message.id >= coalesce((select id from edge), 0)`
      : sql<boolean>`message.id <= coalesce((select id from edge), 9223372036854775807)`;
  return sql`
    with edge as (
      ${everywhere(inPlace(share, sql`true`))} ${ordered("found.id", { ...stretch, limit: 1 })} offset ${stretch.limit - 1}
    )
    ${everywhere(inPlace(sql`${stretch.limit}`, near))} ${ordered("found.id", stretch)}`;
}

/** Looks through the reader's flags. */
const flagged = (search: Search, stretch: Stretch, which: RawBuilder<boolean>): Query => sql`
  select message.id from message_flag join message on message.id = message_flag.message_id ${asReceived(search)}
  where message_flag.user_id = ${search.reader.id} and ${which} and ${isReceived(search)} and ${matches(search, stretch)}
  ${ordered("message_flag.message_id", stretch)}`;

/** Looks at messages whose ids are known. */
const oneByOne = (search: Search, stretch: Stretch): Query => sql`
  select message.id from message
  left join message_flag on message_flag.user_id = ${search.reader.id} and message_flag.message_id = message.id
  ${asReceived(search)}
  where ${isReceived(search)} and ${matches(search, stretch)}
  ${ordered("message.id", stretch)}`;

/** Looks through what the reader marked unread. */
const excepted = (search: Search, stretch: Stretch): Query => sql`
  select message.id from unread_exception join message on message.id = unread_exception.message_id
  join mine on ${isMine} ${whereItIs("mine")}
  where unread_exception.user_id = ${search.reader.id} and ${matches(search, stretch)}
  ${ordered("unread_exception.message_id", stretch)}`;

const asReceived = ({ reader }: Search) => sql`
  left join mine on ${isMine}
  left join channel on channel.recipient_id = message.recipient_id
  left join subscription on subscription.user_id = ${reader.id} and subscription.channel_id = channel.id
  ${whereItIs("message")}`;

const isReceived = ({ reader, isOwn }: Search): RawBuilder<boolean> =>
  isOwn
    ? sql`(mine.recipient_id is not null or (${isConnecting} and ${channelIsReadable(reader)}))`
    : sql`mine.recipient_id is not null`;

const matches = ({ narrow }: Search, stretch: Stretch): RawBuilder<boolean> =>
  sql`${stretch.ids} and ${narrow.places} and ${narrow.messages}`;
