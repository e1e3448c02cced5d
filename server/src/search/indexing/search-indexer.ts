import type { Logger } from "pino";
import { sql } from "kysely";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { Database, Reader, Tx } from "@parlance/kernel/db/types.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { indexNextMessages, flushPendingEntries, type IndexBatchResult } from "../actions/index-next-messages.ts";
import { reindexStaleMessages } from "../actions/reindex-stale-messages.ts";

/** Delay between an event and indexing, in milliseconds: indexing many messages costs little more than one. */
const DEBOUNCE_MS = 200;
/** Interval at which messages are looked for that other processes have not indexed, in milliseconds. */
const POLL_INTERVAL_MS = 15_000;
/** Number of indexed messages between two log lines. */
const MESSAGES_PER_LOG_LINE = 50_000;
/** Number of indexed messages between two flushes of the index's pending list. */
const MESSAGES_PER_FLUSH = 2000;

/** Events that require indexing. */
const INDEXED_EVENT_TYPES = new Set(["message", "update_message"]);

/** Indexes messages for search, soon after they were sent and outside their transactions. */
export class SearchIndexer {
  readonly #db: Database;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires. */
  #due = Infinity;
  #running: Promise<void> | undefined;
  /** Whether another run was requested while one was running. */
  #isAgain = false;
  #isStopped = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Starts with the messages that were not indexed when the last server stopped. */
  start(): void {
    this.#wake(0);
  }

  /** Called with the committed events of this process. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => INDEXED_EVENT_TYPES.has(payload.type))) this.#wake(DEBOUNCE_MS);
  };

  /** Stops after the batch in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wake(afterMs: number): void {
    const due = performance.now() + afterMs;
    if (this.#running) this.#isAgain = true;
    if (this.#running || this.#isStopped || due >= this.#due) return;
    this.#due = due;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), afterMs);
    this.#timer.unref();
  }

  #run(): void {
    this.#due = Infinity;
    this.#running = indexPendingMessages(this.#db, this.#log, () => this.#isStopped)
      .catch((error: unknown) => {
        if (logOutage(this.#log, error)) return;
        this.#log.warn({ err: error }, "messages could not be indexed for search; retrying");
      })
      .finally(() => {
        this.#running = undefined;
        const pause = this.#isAgain ? DEBOUNCE_MS : POLL_INTERVAL_MS;
        this.#isAgain = false;
        this.#wake(pause);
      });
  }
}

/** Indexes all messages that are not indexed yet. */
export async function indexPendingMessages(db: Database, log: Logger, isStopped = () => false): Promise<void> {
  const report = new IndexingProgress(log);
  /** Runs batches until all are done, or until another process is indexing. */
  const untilDone = async (
    batch: (tx: Tx) => Promise<IndexBatchResult | null>,
    isTidy: (batch: IndexBatchResult) => boolean,
  ) => {
    for (let isDone = false; !isDone && !isStopped();) {
      const done = await db.write(batch);
      isDone = done?.isDone ?? true;
      if (done && !isTidy(done)) await db.write(flushPendingEntries);
    }
  };
  for (const realmId of await findRealmsToIndex(db.reader)) {
    await untilDone(
      (tx) => indexNextMessages(tx, realmId),
      ({ written }) => report.add(written, realmId),
    );
    await untilDone(
      (tx) => reindexStaleMessages(tx, realmId),
      ({ written }) => report.add(written),
    );
  }
  if (report.needsFlush) await db.write(flushPendingEntries);
}

async function findRealmsToIndex(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`
    select realm_id from realm_counter left join search_progress using (realm_id)
    where last_message_id > coalesce(indexed_up_to, 0)
      or exists (select from search_stale where search_stale.realm_id = realm_counter.realm_id)
    order by realm_id`.execute(db);
  return rows.map(({ realm_id }) => realm_id);
}

/** Counts indexed messages, and logs the progress of large runs. */
class IndexingProgress {
  readonly #log: Logger;
  #written = 0;
  #told = 0;
  #tidied = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get needsFlush(): boolean {
    return this.#written > this.#tidied;
  }

  /** Adds the number of written rows; `realm` is given for new messages. False if the index needs a flush. */
  add(written: number, realm?: number): boolean {
    this.#written += written;
    if (realm !== undefined && this.#written - this.#told >= MESSAGES_PER_LOG_LINE) {
      this.#told = this.#written;
      this.#log.info({ realm, messages: this.#written }, "indexing messages for search");
    }
    if (this.#written - this.#tidied < MESSAGES_PER_FLUSH) return true;
    this.#tidied = this.#written;
    return false;
  }
}
