import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { isInReceivedConversationInSql } from "#modules/messages/read-state/received-conversations.ts";
import { isAboveWatermarkInSql } from "#modules/messages/read-state/unread/unread.ts";
import { messageCondition } from "#narrow/index.ts";
import { MAX_HITS_PER_BATCH } from "#search/index-batches.ts";
import { MIN_BLOCK_IDS } from "#search/indexing/id-blocks.ts";
import type { TextSearch, IndexFilter } from "#search/text-search.ts";
import {
  searchedConversations,
  findIds,
  idsOutsideConversations,
  matchingIdsIn,
  type IdsQuery,
} from "./matching-ids.ts";
import type { IdRange } from "./id-range.ts";
import type { MessageSearch } from "./message-search.ts";

// Text searches use a separate index, which also contains each message's conversation and approximate age. A search
// reads the index in batches, from the start of the id range, until it has found enough matches.

/**
 * Maximum number of conversations that the index condition lists. If more are searched, the index is read for all
 * conversations, because the viewer can then probably read most of the entries. They are listed nevertheless if at
 * least as many would have to be excluded.
 */
const MAX_NAMED_CONVERSATIONS = 40;
/** Maximum number of conversations that the index condition can exclude. */
const MAX_EXCLUDED_CONVERSATIONS = 100;
/**
 * After a batch, at most this many conversations are excluded from the next ones. A conversation is excluded if it is
 * not searched and had more than this share of a full batch's entries.
 */
const MAX_NEW_EXCLUSIONS = 20;
const MIN_USELESS_HIT_SHARE = 0.01;

/** Returns a query for the ids of messages that match a search, in several ranges. */
export async function matchingIdsQuery(search: MessageSearch, ranges: readonly IdRange[]): Promise<IdsQuery> {
  const { text, messageId, personal } = search.narrow.bounds;
  // The text index is not used if another condition of the narrow selects few messages.
  const isElsewhere = messageId !== undefined || personal.some((word) => word !== "unread");
  if (!text || isElsewhere || !search.conversations) return matchingIdsIn(search, ranges);
  const walk = { search, text, conversations: await loadConversations(search) };
  const found: number[] = [];
  for (const idRange of ranges) found.push(...(await searchRange(walk, idRange)));
  return sql`select unnest(${found}::bigint[]) as id`;
}

interface TextSearchRun {
  readonly search: MessageSearch;
  readonly text: TextSearch;
  readonly conversations: readonly ConversationRow[];
}

/** A conversation to search, with the viewer's relation to it. The columns are those of `mine` in matching-ids.ts. */
interface ConversationRow {
  readonly recipient_id: number;
  readonly channel_id: number | null;
  readonly from_id: number;
  readonly to_id: number;
  readonly read_up_to: number;
  readonly is_subscribed: boolean;
}

/** Loads the conversations to search. All batches use the result. */
async function loadConversations(search: MessageSearch): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select recipient_id, channel_id, from_id, least(to_id, ${sql.lit(Number.MAX_SAFE_INTEGER)}) as to_id, read_up_to,
      is_subscribed
    from (${searchedConversations(search)}) as chosen`.execute(search.db);
  return rows;
}

async function searchRange(walk: TextSearchRun, idRange: IdRange): Promise<number[]> {
  const { search, text, conversations } = walk;
  if (text.query.words.length === 0) return [];
  const isNewest = idRange.from === "newest";
  const found = new Set(await loadIds(search.db, idsOutsideConversations(search, idRange)));
  if (conversations.length > 0) {
    const fresh = sql`select id as message_id, true as is_match, null::int as recipient_id from unnest(${text.unindexedIds}::bigint[]) as id`;
    if (text.unindexedIds.length > 0) for (const id of (await filterHits(walk, idRange, fresh)).ids) found.add(id);
    const batches = text.batches(idRange.from, idRange.boundary);
    const whereabouts = new ConversationFilter(search, conversations);
    for (let range = batches.range; range; range = batches.range) {
      const blocks = batches.blocksToSample;
      if (blocks.length > 0) {
        const counts = await countHits(search.db, text.indexCondition(blocks, whereabouts.where));
        batches.addSample(blocks.map((block) => ({ block, hits: counts.get(block.from) ?? 0 })));
        continue;
      }
      const { from, to } = range;
      const { hits, ids, elsewhere } = await filterHits(
        walk,
        idRange,
        hitsQuery(walk, idRange, text.indexCondition([range], whereabouts.where)),
      );
      whereabouts.exclude(elsewhere);
      const passed = () => [...found].filter((id) => (isNewest ? id >= from : id < to)).length;
      for (const id of ids) if (hits < MAX_HITS_PER_BATCH) found.add(id);
      const missing = idRange.limit - passed();
      if (batches.advance(range, { hits, found: ids.length, missing }) && missing <= 0) break;
    }
  }
  const ascending = [...found].toSorted((a, b) => a - b);
  return isNewest ? ascending.slice(-idRange.limit) : ascending.slice(0, idRange.limit);
}

/**
 * Determines the index condition for conversations. During a search, the conversations are excluded in which the index
 * has many entries that the viewer cannot read.
 */
class ConversationFilter {
  readonly #recipients: readonly number[];
  readonly #senderId: number | undefined;
  readonly #avoided = new Set<number>();

  constructor({ narrow }: MessageSearch, conversations: readonly ConversationRow[]) {
    this.#recipients = [...new Set(conversations.map(({ recipient_id }) => recipient_id))];
    this.#senderId = narrow.bounds.senderId;
  }

  exclude(recipientIds: readonly number[]): void {
    for (const id of recipientIds) this.#avoided.add(id);
  }

  get where(): IndexFilter {
    const recipients = this.#recipients;
    const avoided = [...this.#avoided];
    const isWithin = recipients.length <= MAX_NAMED_CONVERSATIONS || recipients.length <= avoided.length;
    return {
      ...(this.#senderId !== undefined && { senderId: this.#senderId }),
      ...(isWithin
        ? { recipientIds: recipients }
        : { excludedRecipientIds: avoided.slice(0, MAX_EXCLUDED_CONVERSATIONS) }),
    };
  }
}

/**
 * Returns a query for the index entries that satisfy the condition `lead`, and whether each entry matches. `is_match`
 * is null for entries in conversations that are not searched.
 */
const hitsQuery = ({ text }: TextSearchRun, idRange: IdRange, lead: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select entry.message_id, case
      when entry.recipient_id not in (select recipient_id from mine) then null
      else ${idRange.ids(sql`entry.message_id`)} and ${text.hitMatches}
    end as is_match, entry.recipient_id
  from message_search as entry where ${lead} limit ${MAX_HITS_PER_BATCH}`;

interface HitResult {
  /** Number of index entries read. */
  readonly hits: number;
  /** Ids of matching messages that the viewer can read, at most the range's limit. */
  readonly ids: readonly number[];
  /** Conversations that are not searched but had many of the entries. */
  readonly elsewhere: readonly number[];
}

/**
 * Filters index entries: returns those in the searched conversations whose messages match the rest of the narrow.
 * `hits` is a query with the columns of `hitsQuery`.
 */
async function filterHits(
  { search, conversations }: TextSearchRun,
  idRange: IdRange,
  hits: RawBuilder<unknown>,
): Promise<HitResult> {
  const { narrow, db } = search;
  // The messages are joined one at a time, from the start of the range, so that the query stops when enough of them
  // match.
  const order = idRange.from === "newest" ? sql`desc` : sql`asc`;
  const column = (name: keyof ConversationRow) => conversations.map((conversation) => conversation[name]);
  const unread = narrow.bounds.personal.includes("unread") ? isAboveWatermarkInSql : sql<boolean>`true`;
  const { rows } = await sql<HitResult>`
    with mine as materialized (
      select * from unnest(
        ${column("recipient_id")}::int[], ${column("channel_id")}::int[], ${column("from_id")}::bigint[],
        ${column("to_id")}::bigint[], ${column("read_up_to")}::bigint[], ${column("is_subscribed")}::boolean[]
      ) as conversation(recipient_id, channel_id, from_id, to_id, read_up_to, is_subscribed)
    ), hit as materialized (${hits}), matching as (
      select hit.message_id as id from (
        select message_id from hit where is_match order by message_id ${order} offset 0
      ) as hit
      cross join lateral (select * from message where message.id = hit.message_id offset 0) as message
      cross join lateral (
        select * from mine where ${isInReceivedConversationInSql} limit 1
      ) as mine
      cross join lateral (select mine.recipient_id, mine.channel_id) as conversation
      where ${idRange.ids(sql`message.id`)} and ${unread} and ${messageCondition(narrow, "text")}
      order by hit.message_id ${order} limit ${idRange.limit}
    )
    select (select count(*) from hit) as hits, array(select id from matching) as ids, array(
      select recipient_id from hit where is_match is null group by recipient_id
      having count(*) > ${MIN_USELESS_HIT_SHARE}::float * ${MAX_HITS_PER_BATCH}::int order by count(*) desc limit ${MAX_NEW_EXCLUSIONS}
    ) as elsewhere`.execute(db);
  return rows[0] as HitResult;
}

/** Counts the index entries that satisfy a condition, by the first id of the block that each is in. */
async function countHits(db: Reader, condition: RawBuilder<boolean>): Promise<ReadonlyMap<number, number>> {
  const block = sql`entry.message_id / ${sql.lit(MIN_BLOCK_IDS)}`;
  const { rows } = await sql<{ from: number; hits: number }>`
    select ${block} * ${sql.lit(MIN_BLOCK_IDS)} as from, count(*)::int as hits
    from message_search as entry where ${condition} group by ${block}`.execute(db);
  return new Map(rows.map(({ from, hits }) => [from, hits]));
}

const loadIds = async (db: Reader, ids: IdsQuery): Promise<number[]> => (await findIds(db, ids)).map(({ id }) => id);
