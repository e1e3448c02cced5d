import type { Logger } from "pino";
import { sql } from "kysely";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { Database, Reader, Tx } from "@parlance/kernel/db/types.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { indexNextMessages, flushPendingEntries, type IndexBatchResult } from "../actions/index-next-messages.ts";
import { reindexStaleMessages } from "../actions/reindex-stale-messages.ts";

/**
 * Delay between an event and the indexing, in milliseconds. Messages that are sent in the meantime are indexed
 * together, which costs little more than indexing a single one.
 */
const DEBOUNCE_MS = 200;
/**
 * Interval in milliseconds at which the indexer looks for messages that other processes should have indexed, but did
 * not.
 */
const POLL_INTERVAL_MS = 60_000;
/** Delay after a failure, in milliseconds. */
const RETRY_DELAY_MS = 15_000;
/** Number of indexed messages between two log lines. */
const MESSAGES_PER_LOG_LINE = 50_000;
/**
 * Number of indexed messages between two flushes of the pending list, in which PostgreSQL collects new entries of the
 * GIN index.
 */
const MESSAGES_PER_FLUSH = 2000;

/** Types of events after which there are messages to index. */
const INDEXED_EVENT_TYPES = new Set(["message", "update_message"]);

/**
 * Indexes messages for search, soon after they are sent and in transactions separate from those that send them. Also
 * reindexes the changed messages that `reindexMessages` has left for later.
 */
export class SearchIndexer {
  readonly #db: Database;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires; infinite if it is not set. */
  #due = Infinity;
  #running: Promise<void> | undefined;
  /** True if another run was requested during the current run. */
  #isAgain = false;
  #isStopped = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Starts the indexer. Its first run indexes the messages that were not indexed yet when the server last stopped. */
  start(): void {
    this.#wake(0);
  }

  /** Schedules a run for the committed events of this process, if they require indexing. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    if (events.some(({ payload }) => INDEXED_EVENT_TYPES.has(payload.type))) this.#wake(DEBOUNCE_MS);
  };

  /** Stops the indexer after the batch in progress. */
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
      .then(
        () => POLL_INTERVAL_MS,
        (error: unknown) => {
          if (!logOutage(this.#log, error))
            this.#log.warn({ err: error }, "messages could not be indexed for search; retrying");
          return RETRY_DELAY_MS;
        },
      )
      .then((pauseMs) => {
        this.#running = undefined;
        const isAgain = this.#isAgain;
        this.#isAgain = false;
        this.#wake(isAgain ? DEBOUNCE_MS : pauseMs);
      });
  }
}

/** Indexes all messages of all organizations that are not indexed yet, and reindexes those that have changed. */
export async function indexPendingMessages(db: Database, log: Logger, isStopped = () => false): Promise<void> {
  const report = new IndexingProgress(log);
  /**
   * Runs batches until nothing is left to index, the indexer is stopped, or another process is found to be indexing.
   */
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

/** Counts indexed messages. Logs the progress if there are many, and says when the index needs a flush. */
class IndexingProgress {
  readonly #log: Logger;
  #written = 0;
  #reported = 0;
  #tidied = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get needsFlush(): boolean {
    return this.#written > this.#tidied;
  }

  /**
   * Adds the number of index entries that a batch has written. `realm` is given if the batch indexed new messages, not
   * if it reindexed changed ones. Returns false if the index needs a flush now.
   */
  add(written: number, realm?: number): boolean {
    this.#written += written;
    if (realm !== undefined && this.#written - this.#reported >= MESSAGES_PER_LOG_LINE) {
      this.#reported = this.#written;
      this.#log.info({ realm, messages: this.#written }, "indexing messages for search");
    }
    if (this.#written - this.#tidied < MESSAGES_PER_FLUSH) return true;
    this.#tidied = this.#written;
    return false;
  }
}
