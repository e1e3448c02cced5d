import { type HttpConnection, bodyText } from "./http-connection.ts";
import { encodeRequest } from "./request.ts";
import type { LargeHistory } from "./large-history.ts";
import type { BenchUser, BenchOrganization } from "./bench-organization.ts";
import type { Remark } from "./row.ts";
import { percentile } from "./rounds.ts";

/** Number of matches that a search requests. */
export const PAGE_SIZE = 100;
/** Number of measurements that are discarded before those of a search. */
const WARM_UP_ROUNDS = 5;

/**
 * Search queries, with words of the history's vocabulary (sorted by frequency) and with words that are added
 * separately.
 */
const QUERIES = {
  common: "baba",
  "two common": "baba bade",
  rare: "unique",
  absent: "xylophone",
  "absent, of common parts": "rusatenaviwoko",
  "part of common": "aba",
  "part of rare": "nique",
  "phrase of common": '"baba bade"',
  elsewhere: "elsewhere",
  old: "ancient",
  "two common, together long ago": "firstly secondly",
};

/** A search: its name in the report, and the encoded request. */
export interface SearchCase {
  readonly name: string;
  readonly request: Buffer;
}

/** Returns each query as a search of the busy user and of the quiet user. */
export const searchCases = ({ busyUser, quietUser }: LargeHistory): SearchCase[] =>
  Object.entries({ busy: busyUser, quiet: quietUser }).flatMap(([who, user]) =>
    Object.entries(QUERIES).map(([kind, query]) => ({ name: `${kind}, ${who}`, request: searchRequest(user, query) })),
  );

const searchRequest = ({ authorization }: BenchUser, query: string): Buffer =>
  encodeRequest({
    method: "GET",
    path: "/messages",
    parameters: {
      anchor: "newest",
      num_before: PAGE_SIZE,
      num_after: 0,
      narrow: [{ operator: "search", operand: query }],
    },
    authorization,
  });

/**
 * Measures each search several times, one after the other. Returns the 99th percentile of the slowest in milliseconds,
 * and a remark for each.
 */
export async function timeSearches(
  connection: HttpConnection,
  cases: readonly SearchCase[],
  count: number,
): Promise<{ slowest: number; remarks: Remark[] }> {
  const remarks: Remark[] = [];
  let slowest = 0;
  for (const { name, request } of cases) {
    const times: number[] = [];
    for (let nth = 0; nth < count + WARM_UP_ROUNDS; nth += 1) {
      const time = await timeSearch(connection, request);
      if (nth >= WARM_UP_ROUNDS) times.push(time);
    }
    const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.99)];
    slowest = Math.max(slowest, slow);
    remarks.push({ text: `${name}: p50 ${middle.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`, ok: null });
  }
  return { slowest, remarks };
}

/** Sends a search. Returns the time until its response, in milliseconds. */
export async function timeSearch(connection: HttpConnection, request: Buffer): Promise<number> {
  const began = performance.now();
  const response = await connection.fetch(request);
  const time = performance.now() - began;
  if (!bodyText(response).includes('"result":"success"')) throw new Error(bodyText(response).slice(0, 300));
  return time;
}

/**
 * Adds rare words to the history: one to all messages of the largest channel, from which the busy user is then
 * unsubscribed; one to a third of the oldest fifth of the messages; and two words to every fourth message each, so that
 * only some of the oldest messages contain both.
 */
export async function addRareWords({ db, realmId }: BenchOrganization, busy: BenchUser): Promise<void> {
  const { rows } = await db.pool.query<{ recipient: number; old: number }>(
    `select (select recipient_id from message join channel using (recipient_id) group by 1 order by count(*) desc limit 1) as recipient,
       min(id) + (max(id) - min(id)) / 5 as old
     from message where realm_id = $1`,
    [realmId],
  );
  const { recipient, old } = rows[0] as { recipient: number; old: number };
  await db.pool.query(
    `with given as (
       select id, concat_ws(' ', case when recipient_id = $2 then 'elsewhere' end, case when id < $3 and id % 3 = 0 then 'ancient' end,
         case when id % 4 = 0 then 'firstly' end, case when id % 4 = 1 or (id < $3 and id % 8 = 0) then 'secondly' end) as words
       from message where realm_id = $1
     )
     update message set content = content || ' ' || words, rendered_content = rendered_content || '<p>' || words || '</p>'
     from given where given.id = message.id and words <> ''`,
    [realmId, recipient, old],
  );
  for (const table of ["subscription", "subscription_period"]) {
    await db.pool.query(`delete from ${table} where user_id = $1 and recipient_id = $2`, [busy.id, recipient]);
  }
}

/** Sizes of the table that search reads and of its full-text index, in bytes. */
export interface SearchSizes {
  readonly table: number;
  readonly index: number;
}

export async function loadSearchSizes({ db }: BenchOrganization): Promise<SearchSizes> {
  const { rows } = await db.pool.query<{ table: string; index: string }>(
    `select pg_table_size('message_search') as table, pg_relation_size('message_search_by_lexeme') as index`,
  );
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index) };
}
