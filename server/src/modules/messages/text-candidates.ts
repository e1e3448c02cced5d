import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { TextSearch, Where } from "#search/text-search.ts";
import { chosenPlaces, findIds, idsBesidePlaces, idsIn, type IdsQuery, type Stretch } from "./candidates.ts";
import type { Search } from "./search.ts";

// What messages say is found by an index of its own, which also knows where messages are and, roughly, how old. A search
// goes through it in steps, away from where the stretch begins, until it has what is wanted.

/** Of so few places the index is told; of more it would ask too often, and most of what it finds can be read anyway. */
const FEW_PLACES = 40;
/** Of so many channels that the reader does not see the index is told, so that what is only there costs little. */
const MOST_UNSEEN = 40;

/** The ids of messages that match a search, in each of the stretches. */
export async function idsFor(search: Search, stretches: readonly Stretch[]): Promise<IdsQuery> {
  const { text, messageId, personal } = search.narrow.bounds;
  // Where there is less to look at than the index has, it is not asked.
  const isElsewhere = messageId !== undefined || personal.some((word) => word !== "unread");
  if (!text || isElsewhere || !search.places) return idsIn(search, stretches);
  const walk = { search, text, places: await loadPlaces(search) };
  const found: number[] = [];
  for (const stretch of stretches) found.push(...(await walkThrough(walk, stretch)));
  return sql`select unnest(${found}::bigint[]) as id`;
}

interface Walk {
  readonly search: Search;
  readonly text: TextSearch;
  readonly places: readonly PlaceRow[];
}

/** A row of `mine`. */
interface PlaceRow {
  readonly recipient_id: number;
  readonly channel_id: number | null;
  readonly from_id: number;
  readonly to_id: number;
  readonly read_up_to: number;
  readonly is_subscribed: boolean;
}

/** Where to look, once for all steps. */
async function loadPlaces(search: Search): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select recipient_id, channel_id, from_id, least(to_id, ${sql.lit(Number.MAX_SAFE_INTEGER)}) as to_id, read_up_to,
      is_subscribed
    from (${chosenPlaces(search)}) as chosen`.execute(search.db);
  return rows;
}

async function walkThrough(walk: Walk, stretch: Stretch): Promise<number[]> {
  const { search, text, places } = walk;
  if (text.query.words.length === 0) return [];
  const isNewest = stretch.from === "newest";
  const found = new Set(await idsOf(search.db, idsBesidePlaces(search, stretch)));
  const add = async (hits: RawBuilder<unknown>) => {
    for (const id of await idsOf(search.db, readableAmong(walk, hits, stretch))) found.add(id);
  };
  if (places.length > 0) {
    if (text.fresh.length > 0) await add(sql`select unnest(${text.fresh}::bigint[]) as message_id`);
    const recipients = [...new Set(places.map(({ recipient_id }) => recipient_id))];
    const where: Where =
      recipients.length <= FEW_PLACES ? { within: recipients } : { outside: await unseenBy(search, recipients) };
    const { senderId } = search.narrow.bounds;
    for (const step of text.steps(stretch.from, stretch.edge)) {
      await add(sql`
        select entry.message_id from message_search as entry
        where entry.lexemes @@ ${text.lead(step, { ...where, ...(senderId !== undefined && { senderId }) })}::tsquery and ${stretch.ids(sql`entry.message_id`)}
          and entry.recipient_id in (select recipient_id from mine) and ${text.entryMatches}`);
      const passed = [...found].filter((id) => (isNewest ? id >= step.from : id < step.to));
      if (passed.length >= stretch.limit) break;
    }
  }
  const ascending = [...found].toSorted((a, b) => a - b);
  return isNewest ? ascending.slice(-stretch.limit) : ascending.slice(0, stretch.limit);
}

/** Large channels that are not among these. */
async function unseenBy({ db, reader }: Search, recipientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ recipient_id: number }>`
    select recipient_id from channel where realm_id = ${reader.realmId} and recipient_id <> all(${recipientIds}::int[])
    order by subscriber_count desc limit ${MOST_UNSEEN}`.execute(db);
  return rows.map(({ recipient_id }) => recipient_id);
}

/** Those of some messages that are in the places, and match the rest of the narrow. */
function readableAmong({ search, places }: Walk, hits: RawBuilder<unknown>, stretch: Stretch): IdsQuery {
  const { narrow } = search;
  // One after the other, nearest first, so that it ends when there are enough.
  const order = stretch.from === "newest" ? sql`desc` : sql`asc`;
  const column = (name: keyof PlaceRow) => places.map((place) => place[name]);
  const unread = narrow.bounds.personal.includes("unread")
    ? sql<boolean>`mine.is_subscribed and message.id > mine.read_up_to`
    : sql<boolean>`true`;
  return sql`
    with mine as materialized (
      select * from unnest(
        ${column("recipient_id")}::int[], ${column("channel_id")}::int[], ${column("from_id")}::bigint[],
        ${column("to_id")}::bigint[], ${column("read_up_to")}::bigint[], ${column("is_subscribed")}::boolean[]
      ) as place(recipient_id, channel_id, from_id, to_id, read_up_to, is_subscribed)
    ), hit as materialized (${hits})
    select hit.message_id as id from (select message_id from hit order by message_id ${order} offset 0) as hit
    cross join lateral (select * from message where message.id = hit.message_id offset 0) as message
    cross join lateral (
      select * from mine where mine.recipient_id = message.recipient_id
        and message.id > mine.from_id and message.id <= mine.to_id
      limit 1
    ) as mine
    cross join lateral (select mine.recipient_id, mine.channel_id) as place
    where ${stretch.ids(sql`message.id`)} and ${unread} and ${narrow.besidesText}
    order by hit.message_id ${order} limit ${stretch.limit}`;
}

const idsOf = async (db: Reader, ids: IdsQuery): Promise<number[]> => (await findIds(db, ids)).map(({ id }) => id);
