import { Distribution, DURATION_BOUNDS } from "../base/measures.ts";
import type { Database } from "../db/types.ts";
import { countEvents, nextEventId } from "./event-ids.ts";
import { readEvents, readPosition, type LoggedEvent } from "./event-log.ts";

/**
 * If events are added out of order, time to wait for the missing earlier event before the log is read, in milliseconds.
 */
const GAP_TIMEOUT_MS = 5;
/** Maximum number of events read from the log at a time. */
const BATCH_SIZE = 1000;

/** The functions of a database that are needed to follow a log. */
export interface FlushingDatabase extends Pick<Database, "reader"> {
  /**
   * Returns a connection for flushing. Get the connection before a read and flush on it afterwards: either the data
   * read is then on disk, or the flush fails.
   */
  flushConnection(): Promise<{ flush(): Promise<void> }>;
}

/** Receives an organization's events one at a time and in order, each exactly once. */
export type EventConsumer = (event: LoggedEvent) => Promise<void> | void;

/**
 * Follows an organization's log. Transactions of this process add their events after the flush, possibly out of order;
 * other processes announce only the log position. In both cases, the consumer receives every event once, in order.
 * Missing events are read from the table. This is safe for all ids up to one that was announced after its flush,
 * because the flush of a commit also flushes every earlier commit.
 */
export class LogTail {
  readonly realmId: number;
  readonly #db: FlushingDatabase;
  readonly #consume: EventConsumer;
  readonly #onError: (error: unknown) => void;
  readonly #delays: Distribution;
  readonly #early = new Map<number, LoggedEvent>();
  /** The id of the last event passed to the consumer. */
  #head: number;
  /** The highest id that is known to be on disk. */
  #announced: number;
  /**
   * The announced event whose delay is being measured, or 0, and the time of its announcement. One event is measured at
   * a time, so that nothing is stored for the others.
   */
  #measured = 0;
  #measuredSince = 0;
  /** True while announced events are passed to the consumer. */
  #isRunning = false;

  private constructor(
    realmId: number,
    head: number,
    db: FlushingDatabase,
    listeners: { consume: EventConsumer; onError: (error: unknown) => void; delays: Distribution },
  ) {
    this.realmId = realmId;
    this.#head = head;
    this.#announced = head;
    this.#db = db;
    this.#consume = listeners.consume;
    this.#onError = listeners.onError;
    this.#delays = listeners.delays;
  }

  /**
   * Starts following the log from its current end. `delays` records times in seconds from the announcement of an event
   * until it was consumed.
   */
  static async open(
    realmId: number,
    db: FlushingDatabase,
    consume: EventConsumer,
    onError: (error: unknown) => void,
    delays = new Distribution(DURATION_BOUNDS),
  ): Promise<LogTail> {
    const line = await db.flushConnection();
    const { eventId } = await readPosition(db.reader, realmId);
    await line.flush();
    return new LogTail(realmId, eventId, db, { consume, onError, delays });
  }

  get head(): number {
    return this.#head;
  }

  /** Number of events that were announced and not consumed yet. */
  get backlog(): number {
    return countEvents(this.#head, this.#announced);
  }

  /** Adds events that are known to be on disk. */
  addCommitted(events: readonly LoggedEvent[]): void {
    for (const event of events) if (event.id > this.#head) this.#early.set(event.id, event);
    this.announce(events.at(-1)?.id ?? 0);
  }

  /** Announces that the log is on disk up to this id. */
  announce(id: number): void {
    if (id > this.#announced) {
      this.#announced = id;
      if (this.#measured === 0) [this.#measured, this.#measuredSince] = [id, performance.now()];
    }
    if (this.#announced > this.#head && !this.#isRunning) void this.#run();
  }

  /** Reads the log position from the database, to find events whose announcement was lost. */
  async catchUp(): Promise<void> {
    const line = await this.#db.flushConnection();
    const { eventId } = await readPosition(this.#db.reader, this.realmId);
    if (eventId <= this.#head) return;
    await line.flush();
    this.announce(eventId);
  }

  /**
   * Resolves when every event announced before the call has been consumed, or when an error has interrupted the
   * consumption.
   */
  async caughtUp(): Promise<void> {
    const goal = this.#announced;
    while (this.#head < goal && this.#isRunning) await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * Passes the announced events to the consumer. After an error, the next announcement or the next poll of the log
   * resumes at this point.
   */
  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#head < this.#announced) {
        const next = this.#early.get(nextEventId(this.#head));
        if (next) await this.#deliver(next);
        else await this.#fillGap();
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      // In the same turn as the last check of the loop, so that an announcement cannot come between them and be missed.
      this.#isRunning = false;
    }
  }

  async #deliver(event: LoggedEvent): Promise<void> {
    await this.#consume(event);
    this.#early.delete(event.id);
    this.#head = event.id;
    if (this.#measured === 0 || event.id < this.#measured) return;
    this.#delays.record((performance.now() - this.#measuredSince) / 1000);
    this.#measured = 0;
  }

  async #fillGap(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GAP_TIMEOUT_MS));
    if (this.#early.has(nextEventId(this.#head))) return;
    const range = { realmId: this.realmId, after: this.#head, upTo: this.#announced, limit: BATCH_SIZE };
    const events = await readEvents(this.#db.reader, range);
    // If an announced id has no row, the event has been pruned, so no client can be waiting for it.
    if (events.length === 0) [this.#head, this.#measured] = [this.#announced, 0];
    for (const event of events) await this.#deliver(event);
    for (const id of this.#early.keys()) if (id <= this.#head) this.#early.delete(id);
  }
}
