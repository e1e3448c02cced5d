import { HttpConnection } from "../http-connection.ts";
import type { LargeHistory } from "../large-history.ts";
import { addRareWords, loadSearchSizes, PAGE_SIZE, searchCases, timeSearch, timeSearches } from "../searches.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row, type MeasuredInRounds } from "../row.ts";

const BUDGET_MS = 100;
const MESSAGES = { quick: 30_000, full: 200_000 };
const SAMPLES = { quick: 30, full: 200 };

export const search: Row = {
  name: "search",
  work: `GET /messages, the newest ${PAGE_SIZE} matches of a search in a long history: 99th percentile of the slowest kind of search`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(BUDGET_MS),
  // Between revisions, the time of all searches together is compared, because the slowest one is not always the same.
  comparison: { rounds: { quick: 10, full: 50 }, prepare: prepareRounds },
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const history = await createSearchableHistory(bench);
  const organization = cleanup.use(history.organization);
  const sizes = sizeRemark(await loadSearchSizes(organization));
  const { port } = cleanup.use(await bench.revision.startServer(organization));
  const connection = cleanup.use(await HttpConnection.open(port));
  const samples = bench.quick ? SAMPLES.quick : SAMPLES.full;
  const { slowest, remarks } = await timeSearches(connection, searchCases(history), samples);
  return { rounds: [{ ours: slowest, bare: null }], remarks: [...remarks, sizes] };
}

async function prepareRounds(bench: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const history = await createSearchableHistory(bench);
  const organization = cleanup.use(history.organization);
  const { port } = cleanup.use(await bench.revision.startServer(organization));
  const connection = cleanup.use(await HttpConnection.open(port));
  const cases = searchCases(history);
  return {
    async measureRound() {
      let total = 0;
      for (const { request } of cases) total += await timeSearch(connection, request);
      return total;
    },
  };
}

async function createSearchableHistory({ revision, quick, progress }: Bench): Promise<LargeHistory> {
  const messages = quick ? MESSAGES.quick : MESSAGES.full;
  const history = await revision.createLargeHistory(messages);
  await addRareWords(history.organization, history.busyUser);
  progress(`search: indexing ${messages} messages for search`);
  await revision.indexMessages(history.organization);
  await history.organization.flushStatistics();
  return history;
}

function sizeRemark({ table, index }: { table: number; index: number }): Remark {
  return { text: `table ${formatMegabytes(table)}, index ${formatMegabytes(index)}`, ok: null };
}

const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MB`;
