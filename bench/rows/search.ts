import { indexPendingMessages } from "@parlance/server/search/indexing/search-indexer.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest } from "../load.ts";
import { createLargeHistory } from "../large-history.ts";
import type { BenchUser, BenchOrganization } from "../bench-organization.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { percentile, type Round } from "../rounds.ts";
import { startMeasuredServer } from "../start-servers.ts";

const PAGE = 100;
const BUDGET_MS = 100;
const MESSAGES = { quick: 30_000, exact: 200_000 };
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

export const search: Row = {
  name: "search",
  work: `GET /messages, the newest ${PAGE} that a search finds in a long history, 99th percentile of the slowest search`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(BUDGET_MS),
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const { postgres, quick } = bench;
  await using cleanup = new AsyncDisposableStack();
  const messages = quick ? MESSAGES.quick : MESSAGES.exact;
  const { organization, busyUser, quietUser } = await createLargeHistory(postgres, messages);
  cleanup.use(organization);
  await addRareWords(organization, busyUser);
  bench.progress(`search: indexing ${messages} messages for search`);
  await indexPendingMessages(organization.db, createLogger({ level: "silent" }));
  await organization.flushStatistics();
  const { port } = cleanup.use(await startMeasuredServer(organization));

  const remarks: Remark[] = [];
  let slowest = 0;
  for (const [who, reader] of Object.entries({ busy: busyUser, quiet: quietUser })) {
    for (const [kind, query] of Object.entries(QUERIES)) {
      const times = await timeSearches(port, reader, query, quick ? 30 : 200);
      const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.99)];
      slowest = Math.max(slowest, slow);
      remarks.push({ text: `${kind}, ${who}: p50 ${middle.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`, ok: null });
    }
  }
  const round: Round = { ours: slowest, bare: null };
  return { rounds: [round], remarks };
}

/**
 * Adds rare words to the history: one to all messages of the largest channel, from which the busy user is then
 * unsubscribed; one to a third of the oldest fifth of the messages; and two words to every fourth message each, so that
 * only some of the oldest messages contain both.
 */
async function addRareWords({ db, realmId }: BenchOrganization, busy: BenchUser): Promise<void> {
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

/** Measures the time of a search several times, in milliseconds. Discards the first few measurements. */
async function timeSearches(
  port: number,
  { authorization }: BenchUser,
  query: string,
  count: number,
): Promise<number[]> {
  const parameters = {
    anchor: "newest",
    num_before: PAGE,
    num_after: 0,
    narrow: [{ operator: "search", operand: query }],
  };
  const request = encodeRequest({ method: "GET", path: "/messages", parameters, authorization });
  using connection = await HttpConnection.open(port);
  const times: number[] = [];
  for (let nth = 0; nth < count + 5; nth += 1) {
    const began = performance.now();
    const answer = await connection.fetch(request);
    if (!bodyText(answer).includes('"result":"success"')) throw new Error(bodyText(answer).slice(0, 300));
    if (nth >= 5) times.push(performance.now() - began);
  }
  return times;
}
