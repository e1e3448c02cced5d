import type { Database } from "../db/types.ts";
import { nextEventId } from "./event-ids.ts";
import { readEvents, readPosition, type LoggedEvent } from "./event-log.ts";

/** Time that an event which overtook another waits for it before the log is read, in milliseconds. */
const GAP_TIMEOUT_MS = 5;
/** Maximum number of events read from the log at a time. */
const BATCH_SIZE = 1000;

/** The part of a database that following a log requires. */
export interface FlushingDatabase extends Pick<Database, "reader"> {
  /**
   * Returns a connection to get before a read and to flush after it: then either the data read is on disk, or the flush
   * fails.
   */
  flushConnection(): Promise<{ flush(): Promise<void> }>;
}

/** Receives an organization's events one after the other, in order, each exactly once. */
export type EventConsumer = (event: LoggedEvent) => Promise<void> | void;

/**
 * Follows an organization's log. Transactions of this process add their events after the flush, possibly out of order;
 * other processes announce only the log's position. Either way, the consumer receives every event once, in order. Gaps
 * are read from the table, which is safe up to any id that was announced after its flush, because a commit's flush
 * covers every earlier commit.
 */
export class LogTail {
  readonly realmId: number;
  readonly #db: FlushingDatabase;
  readonly #consume: EventConsumer;
  readonly #onError: (error: unknown) => void;
  readonly #early = new Map<number, LoggedEvent>();
  /** The id of the last event passed to the consumer. */
  #head: number;
  /** The last id known to be on disk. */
  #announced: number;
  #pump: Promise<void> | undefined;

  private constructor(
    realmId: number,
    head: number,
    db: FlushingDatabase,
    consume: EventConsumer,
    onError: (error: unknown) => void,
  ) {
    this.realmId = realmId;
    this.#head = head;
    this.#announced = head;
    this.#db = db;
    this.#consume = consume;
    this.#onError = onError;
  }

  /** Starts following the log from its present end. */
  static async open(
    realmId: number,
    db: FlushingDatabase,
    consume: EventConsumer,
    onError: (error: unknown) => void,
  ): Promise<LogTail> {
    const line = await db.flushConnection();
    const { eventId } = await readPosition(db.reader, realmId);
    await line.flush();
    return new LogTail(realmId, eventId, db, consume, onError);
  }

  get head(): number {
    return this.#head;
  }

  /** Adds events that are on disk. */
  addCommitted(events: readonly LoggedEvent[]): void {
    for (const event of events) if (event.id > this.#head) this.#early.set(event.id, event);
    this.announce(events.at(-1)?.id ?? 0);
  }

  /** Announces that the log is on disk up to this id. */
  announce(id: number): void {
    if (id > this.#announced) this.#announced = id;
    if (this.#announced > this.#head && !this.#pump) this.#start();
  }

  /** Reads the log's position from the database, to find events that no announcement reported. */
  async catchUp(): Promise<void> {
    const line = await this.#db.flushConnection();
    const { eventId } = await readPosition(this.#db.reader, this.realmId);
    if (eventId <= this.#head) return;
    await line.flush();
    this.announce(eventId);
  }

  /** Resolves when everything announced so far has been consumed, or an error has stopped the consumption for now. */
  async caughtUp(): Promise<void> {
    const goal = this.#announced;
    while (this.#head < goal && this.#pump) await new Promise((resolve) => setImmediate(resolve));
  }

  #start(): void {
    // After an error, the next announcement or the next poll of the log resumes at this point.
    this.#pump = this.#run()
      .catch(this.#onError)
      .finally(() => (this.#pump = undefined));
  }

  async #run(): Promise<void> {
    while (this.#head < this.#announced) {
      const next = this.#early.get(nextEventId(this.#head));
      if (next) await this.#give(next);
      else await this.#fillGap();
    }
  }

  async #give(event: LoggedEvent): Promise<void> {
    await this.#consume(event);
    this.#early.delete(event.id);
    this.#head = event.id;
  }

  async #fillGap(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GAP_TIMEOUT_MS));
    if (this.#early.has(nextEventId(this.#head))) return;
    const range = { realmId: this.realmId, after: this.#head, upTo: this.#announced, limit: BATCH_SIZE };
    const events = await readEvents(this.#db.reader, range);
    // An announced id without a row was pruned, so no client can be waiting for it.
    if (events.length === 0) this.#head = this.#announced;
    for (const event of events) await this.#give(event);
    for (const id of this.#early.keys()) if (id <= this.#head) this.#early.delete(id);
  }
}
