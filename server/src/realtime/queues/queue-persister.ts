import { logOutage } from "#kernel/db/outage.ts";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { batched } from "#kernel/batch-loader.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Database } from "#kernel/db/types.ts";
import type { LiveQueue } from "./live-queue.ts";
import { deleteIdleQueues, saveProgress } from "./queue-store.ts";
import { RunningTime } from "./running-time.ts";

export interface KeeperOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** A queue that no poll touched for so long is gone. */
  readonly idleSeconds: number;
  /** The queues that clients of this process poll, by id. */
  readonly queues: ReadonlyMap<string, LiveQueue>;
  /** Called with those whose rows turn out to be gone. What waits for the keeper waits for this, too. */
  onGone(queueIds: readonly string[]): Promise<void>;
  /** Called with queues that nobody polls here any more; their rows stay until nobody has polled them anywhere. */
  onIdle(queueIds: readonly string[]): void;
}

/** How often progress is saved at the latest, in ms. */
const MOST_ROUND_MS = 10_000;
/** How many rounds there are at least in the time after which a queue is gone. */
const ROUNDS_PER_LIFE = 4;

/**
 * Saves the rows of the queues as this process knows them, and deletes those that nobody polls anywhere. The saves of one
 * process come one after the other, so that rows show its latest state.
 */
export class QueueKeeper {
  /** How long after a round there is the next one, in ms. */
  readonly roundMs: number;
  /**
   * Lets the row of a queue show that a poll waits here, before it does: other processes then leave the queue alone. False if
   * the queue is gone.
   */
  readonly hold: (queue: LiveQueue) => Promise<boolean>;
  readonly #options: KeeperOptions;
  readonly #processId = randomUUID();
  readonly #time: RunningTime;
  #turn: Promise<unknown> = Promise.resolve();
  #roundAt = -Infinity;
  #isBusy = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.roundMs = Math.min(MOST_ROUND_MS, (options.idleSeconds * 1000) / ROUNDS_PER_LIFE);
    this.#time = new RunningTime(options.clock, 2 * this.roundMs);
    this.hold = batched(async (queues: readonly LiveQueue[]) => {
      const gone = await this.#inTurn(() => this.#save(queues, () => true));
      return queues.map((queue) => !gone.has(queue));
    });
  }

  /** Running time, as far as this process knows. */
  get running(): number {
    return this.#time.now;
  }

  /** Does what is due. To be called a few times in each round. */
  tick(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const isDue = this.#options.clock.elapsed() - this.#roundAt >= this.roundMs;
    void (isDue ? this.round() : this.#letGo()).finally(() => (this.#isBusy = false));
  }

  /**
   * Lets time pass for the queues: saves where they are, and then deletes those that idled out. Where the database cannot be
   * reached, none goes until it has been back for the whole of their time.
   */
  async round(): Promise<void> {
    this.#roundAt = this.#options.clock.elapsed();
    await this.#inTurn(() => this.#doRound());
  }

  /** Saves what this process knows of an account's queues, exactly. */
  saveOf(userId: number): Promise<unknown> {
    const isNews = (queue: LiveQueue) => queue.userId === userId && (queue.dirty || queue.isShownHeld);
    return this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isHeldNow));
  }

  /** Saves what the rows do not show yet. */
  async close(): Promise<void> {
    const isNews = (queue: LiveQueue) => queue.dirty || queue.isShownHeld;
    await this.#inTurn(() => this.#save([...this.#options.queues.values()].filter(isNews), isHeldNow)).catch(
      (error: unknown) => this.#failed(error),
    );
  }

  async #doRound(): Promise<void> {
    const { db, idleSeconds, queues } = this.#options;
    try {
      await this.#time.advance(db);
      const isNews = (queue: LiveQueue) => queue.dirty || queue.isHeld;
      await this.#save([...queues.values()].filter(isNews), (queue) => this.#isToShow(queue));
      // As far as this, processes may differ in how long they have run: until they hear of one another.
      const idleMs = idleSeconds * 1000 + this.roundMs;
      await this.#options.onGone(await db.write((tx) => deleteIdleQueues(tx, idleMs)));
    } catch (error) {
      this.#time.interrupt();
      this.#failed(error);
    }
    this.#dropIdle();
  }

  /** Lets rows no longer show polls that do not wait any more. */
  async #letGo(): Promise<void> {
    const isOver = (queue: LiveQueue) => queue.isShownHeld && queue.isResting && !this.#isToShow(queue);
    const over = [...this.#options.queues.values()].filter(isOver);
    if (over.length > 0) await this.#inTurn(() => this.#save(over, isHeldNow)).catch(() => undefined);
  }

  /** Returns the queues whose rows are gone. */
  async #save(queues: readonly LiveQueue[], isHeld: (queue: LiveQueue) => boolean): Promise<ReadonlySet<LiveQueue>> {
    if (queues.length === 0) return new Set();
    const now = this.#options.clock.elapsed();
    const all = queues.map((queue) => {
      const held = isHeld(queue);
      if (isHeldNow(queue)) queue.lastUsed = now;
      // From here on a poll has to say again that it waits.
      if (!held) queue.isShownHeld = false;
      queue.dirty = false;
      return { queue, isHeld: held, idleMs: now - queue.lastUsed };
    });
    const by = { id: this.#processId, running: this.#time.now, leaseMs: 3 * this.roundMs };
    try {
      const gone = await saveProgress(this.#options.db, by, all);
      for (const one of all) if (one.isHeld) one.queue.isShownHeld = true;
      if (gone.length > 0) await this.#options.onGone(gone.map(({ queueId }) => queueId));
      return new Set(gone);
    } catch (error) {
      for (const { queue } of all) queue.dirty = true;
      throw error;
    }
  }

  #dropIdle(): void {
    const before = this.#options.clock.elapsed() - this.#options.idleSeconds * 1000;
    const isIdle = (queue: LiveQueue) => queue.isResting && !queue.dirty && queue.lastUsed < before;
    this.#options.onIdle([...this.#options.queues.values()].filter(isIdle).map(({ queueId }) => queueId));
  }

  #isToShow(queue: LiveQueue): boolean {
    return isHeldNow(queue) || (queue.isShownHeld && this.#options.clock.elapsed() < queue.heldUntil);
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

const isHeldNow = ({ isHeld }: LiveQueue): boolean => isHeld;
