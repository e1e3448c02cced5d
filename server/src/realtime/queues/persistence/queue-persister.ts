import { logOutage } from "@parlance/kernel/db/outage.ts";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { LiveQueue } from "../live-queue.ts";
import { deleteIdleQueues, hasQueues, saveProgress } from "./queue-store.ts";
import { RunningTime } from "./running-time.ts";

export interface QueuePersisterOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Time without a poll after which a queue is deleted. */
  readonly idleSeconds: number;
  /** The queues that clients poll at this process, by id. */
  readonly queues: ReadonlyMap<string, LiveQueue>;
  /**
   * Called with the ids of queues whose rows turn out to be deleted. The persister's round waits for the returned
   * promise.
   */
  onDeleted(queueIds: readonly string[]): Promise<void>;
  /**
   * Called with the ids of queues that clients no longer poll at this process. Their rows stay until no process has
   * polled them for their idle time.
   */
  onIdle(queueIds: readonly string[]): void;
}

/** Maximum interval at which progress is saved, in milliseconds. */
const MAX_ROUND_MS = 10_000;
/** Maximum number of queues that are saved together. For more, serializing the values would block the event loop too long. */
const MAX_BATCH_QUEUES = 1000;
/** Interval between rounds while no process has a queue, in milliseconds. */
const DORMANT_ROUND_MS = 60_000;
/** Minimum number of rounds within the idle time of a queue. */
const MIN_ROUNDS_PER_IDLE_TIME = 4;

/**
 * Saves the state of the queues in this process's memory to their rows, and deletes queues that are not polled at any
 * process. The saves of one process run one after the other, so that rows end up with the latest state.
 */
export class QueuePersister {
  /** Interval between rounds while there are queues, in milliseconds. */
  readonly roundMs: number;
  /**
   * Saves in a queue's row that a poll is about to wait at this process, so that other processes do not delete the
   * queue. Returns false if the queue is already deleted.
   */
  readonly markPolled: (queue: LiveQueue) => Promise<boolean>;
  readonly #options: QueuePersisterOptions;
  readonly #processId = randomUUID();
  readonly #time: RunningTime;
  #turn: Promise<unknown> = Promise.resolve();
  #roundAt = -Infinity;
  #isBusy = false;
  /** Whether the last round found that no process has a queue. */
  #isDormant = false;

  constructor(options: QueuePersisterOptions) {
    this.#options = options;
    this.roundMs = Math.min(MAX_ROUND_MS, (options.idleSeconds * 1000) / MIN_ROUNDS_PER_IDLE_TIME);
    this.#time = new RunningTime(options.clock, 2 * this.roundMs);
    this.markPolled = createBatchLoader(async (queues: readonly LiveQueue[]) => {
      const gone = await this.#inTurn(() => this.#save(queues, () => true));
      return queues.map((queue) => !gone.has(queue));
    });
  }

  /** The running time as far as this process knows it; see `RunningTime`. */
  get runningTime(): number {
    return this.#time.now;
  }

  /** Does the work that is due. Must be called several times per round. */
  tick(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const isDue = this.#options.clock.elapsed() - this.#roundAt >= this.#pauseMs;
    void (isDue ? this.runRound() : this.#letGo()).finally(() => (this.#isBusy = false));
  }

  /**
   * Saves the progress of the queues, then deletes queues whose idle time has passed. After a database outage, queues
   * are deleted only once the database has been reachable for the whole idle time.
   */
  async runRound(): Promise<void> {
    this.#roundAt = this.#options.clock.elapsed();
    await this.#inTurn(() => this.#doRound());
  }

  /** Saves the current state of an account's queues at this process. */
  saveQueuesOfUser(userId: number): Promise<unknown> {
    const isNews = (queue: LiveQueue) => queue.userId === userId && (queue.isDirty || queue.isMarkedPolled);
    return this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isPolledNow));
  }

  /** Saves all changes that the rows do not contain yet. */
  async close(): Promise<void> {
    const isNews = (queue: LiveQueue) => queue.isDirty || queue.isMarkedPolled;
    await this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isPolledNow)).catch(
      (error: unknown) => this.#failed(error),
    );
  }

  /** Time between the last round and the next one, in milliseconds. */
  get #pauseMs(): number {
    const isDormant = this.#isDormant && this.#options.queues.size === 0;
    return isDormant ? Math.max(this.roundMs, DORMANT_ROUND_MS) : this.roundMs;
  }

  async #doRound(): Promise<void> {
    const { db, idleSeconds, queues } = this.#options;
    try {
      await this.#time.advance(db);
      const isNews = (queue: LiveQueue) => queue.isDirty || queue.hasConsumer;
      await this.#save([...queues.values()].filter(isNews), (queue) => this.#isToShow(queue));
      // Processes read each other's running time only once per round, so their values may differ by that much.
      const idleMs = idleSeconds * 1000 + this.roundMs;
      await this.#options.onDeleted(await db.write((tx) => deleteIdleQueues(tx, idleMs)));
      this.#isDormant = queues.size === 0 && !(await hasQueues(db.reader));
      this.#time.expectUpdateWithin(2 * this.#pauseMs);
    } catch (error) {
      this.#time.interrupt();
      this.#failed(error);
    }
    this.#deleteIdle();
  }

  /** Updates the rows of queues that are marked as polled and no longer are. */
  async #letGo(): Promise<void> {
    const isOver = (queue: LiveQueue) => queue.isMarkedPolled && queue.isUnpolled && !this.#isToShow(queue);
    const over = [...this.#options.queues.values()].filter(isOver);
    if (over.length > 0) await this.#inTurn(() => this.#save(over, isPolledNow)).catch(() => undefined);
  }

  /** Saves the queues. Returns those whose rows turned out to be deleted. */
  async #save(queues: readonly LiveQueue[], isPolled: (queue: LiveQueue) => boolean): Promise<ReadonlySet<LiveQueue>> {
    const gone = new Set<LiveQueue>();
    for (let start = 0; start < queues.length; start += MAX_BATCH_QUEUES) {
      const batch = queues.slice(start, start + MAX_BATCH_QUEUES);
      for (const queue of await this.#saveBatch(batch, isPolled)) gone.add(queue);
    }
    return gone;
  }

  async #saveBatch(queues: readonly LiveQueue[], isPolled: (queue: LiveQueue) => boolean): Promise<LiveQueue[]> {
    const now = this.#options.clock.elapsed();
    const all = queues.map((queue) => {
      const polled = isPolled(queue);
      if (isPolledNow(queue)) queue.lastPolledAt = now;
      // From now on, a poll must save again that it waits.
      if (!polled) queue.isMarkedPolled = false;
      queue.isDirty = false;
      return { queue, isPolled: polled, idleMs: now - queue.lastPolledAt };
    });
    const by = { id: this.#processId, runningTime: this.#time.now, leaseMs: 3 * this.roundMs };
    try {
      const gone = await saveProgress(this.#options.db, by, all);
      for (const one of all) if (one.isPolled) one.queue.isMarkedPolled = true;
      if (gone.length > 0) await this.#options.onDeleted(gone.map(({ queueId }) => queueId));
      return gone;
    } catch (error) {
      for (const { queue } of all) queue.isDirty = true;
      throw error;
    }
  }

  #deleteIdle(): void {
    const before = this.#options.clock.elapsed() - this.#options.idleSeconds * 1000;
    const isIdle = (queue: LiveQueue) => queue.isUnpolled && !queue.isDirty && queue.lastPolledAt < before;
    this.#options.onIdle([...this.#options.queues.values()].filter(isIdle).map(({ queueId }) => queueId));
  }

  #isToShow(queue: LiveQueue): boolean {
    return isPolledNow(queue) || (queue.isMarkedPolled && this.#options.clock.elapsed() < queue.markedPolledUntil);
  }

  #failed(error: unknown): void {
    const { log } = this.#options;
    if (!logOutage(log, error)) log.warn({ err: error }, "the state of event queues could not be saved; retrying");
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

const isPolledNow = ({ hasConsumer }: LiveQueue): boolean => hasConsumer;
