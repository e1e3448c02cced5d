import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { BenchUser } from "../bench-organization.ts";
import { HttpConnection } from "../http-connection.ts";
import { createLargeHistory, type LargeHistory } from "../large-history.ts";
import { encodeRequest } from "../request.ts";
import { startPostgres } from "../postgres.ts";
import { addRareWords, loadSearchSizes, searchCases, timeSearches } from "../searches.ts";
import { valueAtMost, type Bench, type Measured, type Row } from "../row.ts";

const MESSAGES = 5_000_000;
const BUDGET_MS = 100;
const MAX_INDEX_BYTES = 2 * 2 ** 30;
/** Number of measurements of each search. */
const SAMPLES = 100;
const WRITERS = 4;
/** Pause between two messages of a writer, in milliseconds. */
const WRITER_PAUSE_MS = 100;

export const searchLarge: Row = {
  name: "search_large",
  work: `\`search\` among ${MESSAGES.toLocaleString("en")} messages, while ${WRITERS} clients send messages`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(BUDGET_MS),
  comparison: "its history takes long to write, for each revision",
  onlyInFullRuns: true,
  timeoutMinutes: 90,
  measure,
};

async function measure({ revision, progress, cleanup }: Bench): Promise<Measured> {
  const began = performance.now();
  // On disk, because the database may be larger than the memory that is free.
  const postgres = cleanup.use(await startPostgres(tmpdir()));
  progress(`search_large: writing ${MESSAGES.toLocaleString("en")} messages, which takes long`);
  const history = await createLargeHistory(postgres, MESSAGES);
  const organization = cleanup.use(history.organization);
  await addRareWords(organization, history.busyUser);
  const written = performance.now();
  progress("search_large: indexing them for search");
  await revision.indexMessages(organization);
  await organization.flushStatistics();
  const indexed = performance.now();
  const { table, index } = await loadSearchSizes(organization);

  const { port } = cleanup.use(await revision.startServer(organization, { withJobs: true }));
  const connection = cleanup.use(await HttpConnection.open(port));
  progress("search_large: searching");
  await using writers = await startWriters(port, history);
  const { slowest, remarks } = await timeSearches(connection, searchCases(history), SAMPLES);
  return {
    rounds: [{ ours: slowest, bare: null }],
    remarks: [
      ...remarks,
      { text: `${writers.count()} messages were sent meanwhile`, ok: null },
      { text: `table ${formatGigabytes(table)}`, ok: null },
      {
        text: `index ${formatGigabytes(index)}, at most ${formatGigabytes(MAX_INDEX_BYTES)}:`,
        ok: index <= MAX_INDEX_BYTES,
      },
      {
        text: `the messages were written in ${formatMinutes(written - began)} and indexed in ${formatMinutes(indexed - written)}`,
        ok: null,
      },
    ],
  };
}

const formatGigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;
const formatMinutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

/** Clients that send messages until they are disposed of. */
interface Writers extends AsyncDisposable {
  /** Returns the number of messages sent so far. */
  count(): number;
}

async function startWriters(port: number, { organization, busyUser }: LargeHistory): Promise<Writers> {
  const { id } = await organization.addChannel(port, { name: "writers", size: 10 });
  const senders = await organization.loadSubscribers({ id, name: "writers" }, WRITERS);
  await organization.request(port, {
    method: "POST",
    path: "/users/me/subscriptions",
    parameters: { subscriptions: [{ name: "writers" }], principals: [busyUser.id] },
  });
  const stop = new AbortController();
  let count = 0;
  const write = async ({ authorization }: BenchUser) => {
    using connection = await HttpConnection.open(port);
    while (!stop.signal.aborted) {
      const content = `baba ${count} bade`;
      await connection.fetch(
        encodeRequest({
          method: "POST",
          path: "/messages",
          parameters: { type: "channel", to: id, topic: "Writing", content },
          authorization,
        }),
      );
      count += 1;
      await delay(WRITER_PAUSE_MS);
    }
  };
  const writing = Promise.all(senders.map((sender) => write(sender)));
  // An error is thrown when the writers are disposed of, not while searches are measured.
  writing.catch(() => undefined);
  return {
    count: () => count,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await writing;
    },
  };
}
