import { logOutage } from "@parlance/kernel/db/outage.ts";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { LiveQueue } from "./live-queue.ts";
import { deleteIdleQueues, saveProgress } from "./queue-store.ts";
import { RunningTime } from "./running-time.ts";

export interface QueuePersisterOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Time without a poll after which a queue is deleted. */
  readonly idleSeconds: number;
  /** The queues that clients of this process poll, by id. */
  readonly queues: ReadonlyMap<string, LiveQueue>;
  /** Called with queues whose rows turn out to be deleted. The persister's round does not end before its promise. */
  onDeleted(queueIds: readonly string[]): Promise<void>;
  /**
   * Called with queues that no client polls at this process any more. Their rows stay until no process has polled them
   * for their idle time.
   */
  onIdle(queueIds: readonly string[]): void;
}

/** Maximum interval at which progress is saved, in ms. */
const MAX_ROUND_MS = 10_000;
/** Minimum number of rounds within the idle time of a queue. */
const MIN_ROUNDS_PER_IDLE_TIME = 4;

/**
 * Saves the rows of the queues as this process knows them, and deletes those that are not polled at any process. The
 * saves of one process are sequential, so that rows contain its latest state.
 */
export class QueuePersister {
  /** Interval between rounds, in ms. */
  readonly roundMs: number;
  /**
   * Records in a queue's row that a poll waits at this process, before it does: other processes then do not delete the
   * queue. False if the queue is deleted.
   */
  readonly markPolled: (queue: LiveQueue) => Promise<boolean>;
  readonly #options: QueuePersisterOptions;
  readonly #processId = randomUUID();
  readonly #time: RunningTime;
  #turn: Promise<unknown> = Promise.resolve();
  #roundAt = -Infinity;
  #isBusy = false;

  constructor(options: QueuePersisterOptions) {
    this.#options = options;
    this.roundMs = Math.min(MAX_ROUND_MS, (options.idleSeconds * 1000) / MIN_ROUNDS_PER_IDLE_TIME);
    this.#time = new RunningTime(options.clock, 2 * this.roundMs);
    this.markPolled = createBatchLoader(async (queues: readonly LiveQueue[]) => {
      const gone = await this.#inTurn(() => this.#save(queues, () => true));
      return queues.map((queue) => !gone.has(queue));
    });
  }

  /** Running time, as far as this process knows. */
  get runningTime(): number {
    return this.#time.now;
  }

  /** Does the work that is due. Call it a few times in each round. */
  tick(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const isDue = this.#options.clock.elapsed() - this.#roundAt >= this.roundMs;
    void (isDue ? this.runRound() : this.#letGo()).finally(() => (this.#isBusy = false));
  }

  /**
   * Saves the progress of the queues, and then deletes those whose idle time has passed. If the database is
   * unreachable, no queue is deleted until it has been back for the whole idle time.
   */
  async runRound(): Promise<void> {
    this.#roundAt = this.#options.clock.elapsed();
    await this.#inTurn(() => this.#doRound());
  }

  /** Saves the exact state of an account's queues at this process. */
  saveQueuesOfUser(userId: number): Promise<unknown> {
    const isNews = (queue: LiveQueue) => queue.userId === userId && (queue.isDirty || queue.isMarkedPolled);
    return this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isPolledNow));
  }

  /** Saves what the rows do not contain yet. */
  async close(): Promise<void> {
    const isNews = (queue: LiveQueue) => queue.isDirty || queue.isMarkedPolled;
    await this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isPolledNow)).catch(
      (error: unknown) => this.#failed(error),
    );
  }

  async #doRound(): Promise<void> {
    const { db, idleSeconds, queues } = this.#options;
    try {
      await this.#time.advance(db);
      const isNews = (queue: LiveQueue) => queue.isDirty || queue.hasConsumer;
      await this.#save([...queues.values()].filter(isNews), (queue) => this.#isToShow(queue));
      // Until they read each other's value, the running times of processes may differ by this much.
      const idleMs = idleSeconds * 1000 + this.roundMs;
      await this.#options.onDeleted(await db.write((tx) => deleteIdleQueues(tx, idleMs)));
    } catch (error) {
      this.#time.interrupt();
      this.#failed(error);
    }
    this.#dropIdle();
  }

  /** Updates the rows of queues whose polls have ended. */
  async #letGo(): Promise<void> {
    const isOver = (queue: LiveQueue) => queue.isMarkedPolled && queue.isUnpolled && !this.#isToShow(queue);
    const over = [...this.#options.queues.values()].filter(isOver);
    if (over.length > 0) await this.#inTurn(() => this.#save(over, isPolledNow)).catch(() => undefined);
  }

  /** Saves the queues. Returns those whose rows are deleted. */
  async #save(queues: readonly LiveQueue[], isHeld: (queue: LiveQueue) => boolean): Promise<ReadonlySet<LiveQueue>> {
    if (queues.length === 0) return new Set();
    const now = this.#options.clock.elapsed();
    const all = queues.map((queue) => {
      const held = isHeld(queue);
      if (isPolledNow(queue)) queue.lastPolledAt = now;
      // From here on a poll must record again that it waits.
      if (!held) queue.isMarkedPolled = false;
      queue.isDirty = false;
      return { queue, isPolled: held, idleMs: now - queue.lastPolledAt };
    });
    const by = { id: this.#processId, runningTime: this.#time.now, leaseMs: 3 * this.roundMs };
    try {
      const gone = await saveProgress(this.#options.db, by, all);
      for (const one of all) if (one.isPolled) one.queue.isMarkedPolled = true;
      if (gone.length > 0) await this.#options.onDeleted(gone.map(({ queueId }) => queueId));
      return new Set(gone);
    } catch (error) {
      for (const { queue } of all) queue.isDirty = true;
      throw error;
    }
  }

  #dropIdle(): void {
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
