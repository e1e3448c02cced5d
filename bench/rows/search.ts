import { catchUp } from "@parlance/server/search/indexer.ts";
import { createLogger } from "@parlance/server/kernel/log.ts";
import { Connection } from "../connection.ts";
import { toBytes } from "../load.ts";
import { createOldOrganization } from "../million.ts";
import type { Account } from "../organization.ts";
import { atMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import { percentile, type Round } from "../rounds.ts";
import { startOurs } from "../servers.ts";

const PAGE = 100;
const BUDGET_MS = 100;
/** What is searched for: words of the history's vocabulary, which begins with the most frequent, and others. */
const QUERIES = {
  common: "baba",
  "two common": "baba bade",
  rare: "unique5000",
  absent: "xylophone",
  "part of common": "aba",
  "part of rare": "nique5000",
};

export const search: Row = {
  name: "search",
  work: `GET /messages, the newest ${PAGE} that a search finds in a long history, 99th percentile of the slowest search`,
  limit: null,
  unit: "ms",
  budget: atMost(BUDGET_MS),
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const { postgres, quick } = bench;
  await using cleanup = new AsyncDisposableStack();
  const messages = quick ? 100_000 : 1_000_000;
  const { organization, busy, quiet } = await createOldOrganization(postgres, messages);
  cleanup.use(organization);
  bench.progress(`search: making ${messages} messages searchable`);
  await catchUp(organization.db, createLogger({ level: "silent" }));
  await organization.settle();
  const { port } = cleanup.use(await startOurs(organization));

  const remarks: Remark[] = [];
  let slowest = 0;
  for (const [who, reader] of Object.entries({ busy, quiet })) {
    for (const [kind, query] of Object.entries(QUERIES)) {
      const times = await timesOf(port, reader, query, quick ? 30 : 200);
      const [middle, most] = [percentile(times, 0.5), percentile(times, 0.99)];
      slowest = Math.max(slowest, most);
      remarks.push({ text: `${kind}, ${who}: p50 ${middle.toFixed(1)} ms, p99 ${most.toFixed(1)} ms`, ok: null });
    }
  }
  const round: Round = { ours: slowest, bare: null };
  return { rounds: [round], remarks };
}

/** How long each search took, one after the other, in milliseconds. The first few are dropped. */
async function timesOf(port: number, { authorization }: Account, query: string, count: number): Promise<number[]> {
  const parameters = {
    anchor: "newest",
    num_before: PAGE,
    num_after: 0,
    narrow: [{ operator: "search", operand: query }],
  };
  const request = toBytes({ method: "GET", path: "/messages", parameters, authorization });
  using connection = await Connection.open(port);
  const times: number[] = [];
  for (let nth = 0; nth < count + 5; nth += 1) {
    const began = performance.now();
    await connection.fetch(request);
    if (nth >= 5) times.push(performance.now() - began);
  }
  return times;
}
