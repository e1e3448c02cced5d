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
  /** A queue that no poll touched for so long is gone. */
  readonly idleSeconds: number;
  /** The queues that clients of this process poll, by id. */
  readonly queues: ReadonlyMap<string, LiveQueue>;
  /** Called with those whose rows turn out to be gone. What waits for the keeper waits for this, too. */
  onDeleted(queueIds: readonly string[]): Promise<void>;
  /** Called with queues that nobody polls here any more; their rows stay until nobody has polled them anywhere. */
  onIdle(queueIds: readonly string[]): void;
}

/** How often progress is saved at the latest, in ms. */
const MAX_ROUND_MS = 10_000;
/** How many rounds there are at least in the time after which a queue is gone. */
const MIN_ROUNDS_PER_IDLE_TIME = 4;

/**
 * Saves the rows of the queues as this process knows them, and deletes those that nobody polls anywhere. The saves of one
 * process come one after the other, so that rows show its latest state.
 */
export class QueuePersister {
  /** How long after a round there is the next one, in ms. */
  readonly roundMs: number;
  /**
   * Lets the row of a queue show that a poll waits here, before it does: other processes then leave the queue alone. False if
   * the queue is gone.
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

  /** Does what is due. To be called a few times in each round. */
  tick(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const isDue = this.#options.clock.elapsed() - this.#roundAt >= this.roundMs;
    void (isDue ? this.runRound() : this.#letGo()).finally(() => (this.#isBusy = false));
  }

  /**
   * Lets time pass for the queues: saves where they are, and then deletes those that idled out. Where the database cannot be
   * reached, none goes until it has been back for the whole of their time.
   */
  async runRound(): Promise<void> {
    this.#roundAt = this.#options.clock.elapsed();
    await this.#inTurn(() => this.#doRound());
  }

  /** Saves what this process knows of an account's queues, exactly. */
  saveQueuesOfUser(userId: number): Promise<unknown> {
    const isNews = (queue: LiveQueue) => queue.userId === userId && (queue.isDirty || queue.isMarkedPolled);
    return this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isPolledNow));
  }

  /** Saves what the rows do not show yet. */
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
      // As far as this, processes may differ in how long they have run: until they hear of one another.
      const idleMs = idleSeconds * 1000 + this.roundMs;
      await this.#options.onDeleted(await db.write((tx) => deleteIdleQueues(tx, idleMs)));
    } catch (error) {
      this.#time.interrupt();
      this.#failed(error);
    }
    this.#dropIdle();
  }

  /** Lets rows no longer show polls that do not wait any more. */
  async #letGo(): Promise<void> {
    const isOver = (queue: LiveQueue) => queue.isMarkedPolled && queue.isUnpolled && !this.#isToShow(queue);
    const over = [...this.#options.queues.values()].filter(isOver);
    if (over.length > 0) await this.#inTurn(() => this.#save(over, isPolledNow)).catch(() => undefined);
  }

  /** Returns the queues whose rows are gone. */
  async #save(queues: readonly LiveQueue[], isHeld: (queue: LiveQueue) => boolean): Promise<ReadonlySet<LiveQueue>> {
    if (queues.length === 0) return new Set();
    const now = this.#options.clock.elapsed();
    const all = queues.map((queue) => {
      const held = isHeld(queue);
      if (isPolledNow(queue)) queue.lastPolledAt = now;
      // From here on a poll has to say again that it waits.
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
