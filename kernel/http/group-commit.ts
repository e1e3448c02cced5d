import { findOutage, CommitOutcomeUnknown } from "../db/outage.ts";
import type { Committed } from "../db/types.ts";
import type { AppError } from "../base/errors.ts";
import { ServerBusy } from "./errors.ts";

/** Most items that one transaction takes. */
const MAX_BATCH = 256;

/** Most items of one organization that wait; more are turned away. */
const MAX_WAITING = 10_000;

export type GroupOutcome = object | AppError;
type CommitBatch = (items: readonly unknown[]) => Promise<Committed<readonly GroupOutcome[]>>;

/** Says that a transaction left nothing behind, so that its items may be tried again. `cause` is why. */
export class RolledBack extends Error {}

interface PendingItem {
  readonly item: unknown;
  readonly resolve: (outcome: GroupOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls share transactions. For each key (an organization) at most one transaction is open; calls that arrive while it
 * runs go together into the next. So a lone caller waits for nobody, and many pay for one commit.
 */
export class GroupCommit {
  readonly #commit: CommitBatch;
  /** A key is in the map exactly as long as its queue is being worked off. */
  readonly #queues = new Map<number, PendingItem[]>();

  constructor(commit: CommitBatch) {
    this.#commit = commit;
  }

  /** Resolves once the item is committed and on disk. Throws what its transaction threw, or `ServerBusy`. */
  submit(key: number, item: unknown): Promise<GroupOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<GroupOutcome>();
    const waiting = { item, resolve, reject };
    const queue = this.#queues.get(key);
    if (queue && queue.length >= MAX_WAITING) throw new ServerBusy();
    if (queue) queue.push(waiting);
    else void this.#workOff(key, [waiting]);
    return promise;
  }

  async #workOff(key: number, queue: PendingItem[]): Promise<void> {
    this.#queues.set(key, queue);
    while (queue.length > 0) {
      const outage = await this.#settle(queue.splice(0, MAX_BATCH));
      // One after the other they would wait for minutes for a database that is away, to hear the same.
      if (outage) rejectBatch(queue.splice(0), outage.cause);
    }
    this.#queues.delete(key);
  }

  /** Answers a batch. Returns why nothing can be committed just now, if that is so. */
  async #settle(batch: readonly PendingItem[]): Promise<{ cause: unknown } | undefined> {
    try {
      const { result, onDisk } = await this.#commit(batch.map(({ item }) => item));
      // Not waited for: the next batch is on its way while this one goes to disk.
      void onDisk.then(
        () => settleBatch(batch, result),
        (error: unknown) => rejectBatch(batch, error),
      );
    } catch (error) {
      // One bad item must not take the others down with it, so each is tried once more by itself.
      const cause = error instanceof RolledBack ? error.cause : error;
      const isOutage = findOutage(cause) !== undefined;
      if (batch.length > 1 && error instanceof RolledBack && !isOutage)
        for (const one of batch) await this.#settle([one]);
      else rejectBatch(batch, cause);
      // Only for these is the outcome unknown: the others have not been tried.
      return isOutage ? { cause: cause instanceof CommitOutcomeUnknown ? cause.cause : cause } : undefined;
    }
    return undefined;
  }
}

function settleBatch(batch: readonly PendingItem[], outcomes: readonly GroupOutcome[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome) resolve(outcome);
    else reject(new Error("An item without an outcome"));
  }
}

function rejectBatch(batch: readonly PendingItem[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
