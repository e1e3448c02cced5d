import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { isMine } from "#modules/messages/read-state/received-conversations.ts";
import { isAboveInSql } from "#modules/messages/read-state/unread/unread.ts";
import { MOST_HITS } from "#search/index-batches.ts";
import type { TextSearch, Where } from "#search/text-search.ts";
import { chosenConversations, findIds, idsBesideConversations, idsIn, type IdsQuery } from "./matching-ids.ts";
import type { Stretch } from "./id-range.ts";
import type { Search } from "./message-search.ts";

// What messages say is found by an index of its own, which also knows where messages are and, roughly, how old. A search
// goes through it in steps, away from where the stretch begins, until it has what is wanted.

/** Up to so many conversations are named to the index. With more, most of what it finds can be read anyway. */
const FEW_PLACES = 40;
/** At most so many conversations that the reader does not see are excluded by name. */
const MOST_AVOIDED = 100;
/** The most conversations that it learns in a stride, if each has at least such a share of the useless hits. */
const LEARNT = 20;
const WORTH_LEARNING = 0.01;

/** The ids of messages that match a search, in each of the stretches. */
export async function idsFor(search: Search, stretches: readonly Stretch[]): Promise<IdsQuery> {
  const { text, messageId, personal } = search.narrow.bounds;
  // Where there is less to look at than the index has, it is not asked.
  const isElsewhere = messageId !== undefined || personal.some((word) => word !== "unread");
  if (!text || isElsewhere || !search.conversations) return idsIn(search, stretches);
  const walk = { search, text, conversations: await loadConversations(search) };
  const found: number[] = [];
  for (const stretch of stretches) found.push(...(await walkThrough(walk, stretch)));
  return sql`select unnest(${found}::bigint[]) as id`;
}

interface Walk {
  readonly search: Search;
  readonly text: TextSearch;
  readonly conversations: readonly ConversationRow[];
}

/** A row of `mine`. */
interface ConversationRow {
  readonly recipient_id: number;
  readonly channel_id: number | null;
  readonly from_id: number;
  readonly to_id: number;
  readonly read_up_to: number;
  readonly is_subscribed: boolean;
}

/** Where to look, once for all strides. */
async function loadConversations(search: Search): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select recipient_id, channel_id, from_id, least(to_id, ${sql.lit(Number.MAX_SAFE_INTEGER)}) as to_id, read_up_to,
      is_subscribed
    from (${chosenConversations(search)}) as chosen`.execute(search.db);
  return rows;
}

async function walkThrough(walk: Walk, stretch: Stretch): Promise<number[]> {
  const { search, text, conversations } = walk;
  if (text.query.words.length === 0) return [];
  const isNewest = stretch.from === "newest";
  const found = new Set(await idsOf(search.db, idsBesideConversations(search, stretch)));
  if (conversations.length > 0) {
    const fresh = sql`select id as message_id, true as is_match, null::int as recipient_id from unnest(${text.fresh}::bigint[]) as id`;
    if (text.fresh.length > 0) for (const id of (await look(walk, stretch, fresh)).ids) found.add(id);
    const strides = text.strides(stretch.from, stretch.edge);
    const whereabouts = new Whereabouts(search, conversations);
    for (let range = strides.range; range; range = strides.range) {
      const { from, to } = range;
      const { hits, ids, elsewhere } = await look(
        walk,
        stretch,
        hitsIn(walk, stretch, text.lead(range, whereabouts.where)),
      );
      whereabouts.avoid(elsewhere);
      const passed = () => [...found].filter((id) => (isNewest ? id >= from : id < to)).length;
      for (const id of ids) if (hits < MOST_HITS) found.add(id);
      const missing = stretch.limit - passed();
      if (strides.advance(range, { hits, found: ids.length, missing }) && missing <= 0) break;
    }
  }
  const ascending = [...found].toSorted((a, b) => a - b);
  return isNewest ? ascending.slice(-stretch.limit) : ascending.slice(0, stretch.limit);
}

/** Where a search asks the index to look: narrower as it learns where hits are useless. */
class Whereabouts {
  readonly #recipients: readonly number[];
  readonly #senderId: number | undefined;
  readonly #avoided = new Set<number>();

  constructor({ narrow }: Search, conversations: readonly ConversationRow[]) {
    this.#recipients = [...new Set(conversations.map(({ recipient_id }) => recipient_id))];
    this.#senderId = narrow.bounds.senderId;
  }

  avoid(recipientIds: readonly number[]): void {
    for (const id of recipientIds) this.#avoided.add(id);
  }

  get where(): Where {
    const recipients = this.#recipients;
    const avoided = [...this.#avoided];
    const isWithin = recipients.length <= FEW_PLACES || recipients.length <= avoided.length;
    return {
      ...(this.#senderId !== undefined && { senderId: this.#senderId }),
      ...(isWithin ? { within: recipients } : { outside: avoided.slice(0, MOST_AVOIDED) }),
    };
  }
}

/** What the index names, and which of it matches, unless it is elsewhere. */
const hitsIn = ({ text }: Walk, stretch: Stretch, lead: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select entry.message_id, case
      when entry.recipient_id not in (select recipient_id from mine) then null
      else ${stretch.ids(sql`entry.message_id`)} and ${text.hitMatches}
    end as is_match, entry.recipient_id
  from message_search as entry where ${lead} limit ${MOST_HITS}`;

interface Found {
  /** How many rows the index named. */
  readonly hits: number;
  /** Those that match, and that the reader may read, as many as are wanted. */
  readonly ids: readonly number[];
  /** Where many were that the reader does not see. */
  readonly elsewhere: readonly number[];
}

/** Those of some messages that are in the conversations, and match the rest of the narrow. The hits have the columns of `hitsIn`. */
async function look({ search, conversations }: Walk, stretch: Stretch, hits: RawBuilder<unknown>): Promise<Found> {
  const { narrow, db } = search;
  // One after the other, nearest first, so that it ends when there are enough.
  const order = stretch.from === "newest" ? sql`desc` : sql`asc`;
  const column = (name: keyof ConversationRow) => conversations.map((conversation) => conversation[name]);
  const unread = narrow.bounds.personal.includes("unread") ? isAboveInSql : sql<boolean>`true`;
  const { rows } = await sql<Found>`
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
        select * from mine where ${isMine} limit 1
      ) as mine
      cross join lateral (select mine.recipient_id, mine.channel_id) as conversation
      where ${stretch.ids(sql`message.id`)} and ${unread} and ${narrow.besidesText}
      order by hit.message_id ${order} limit ${stretch.limit}
    )
    select (select count(*) from hit) as hits, array(select id from matching) as ids, array(
      select recipient_id from hit where is_match is null group by recipient_id
      having count(*) > ${WORTH_LEARNING}::float * ${MOST_HITS}::int order by count(*) desc limit ${LEARNT}
    ) as elsewhere`.execute(db);
  return rows[0] as Found;
}

const idsOf = async (db: Reader, ids: IdsQuery): Promise<number[]> => (await findIds(db, ids)).map(({ id }) => id);
