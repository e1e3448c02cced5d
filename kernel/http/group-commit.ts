import { findOutage, CommitOutcomeUnknown } from "../db/outage.ts";
import type { Committed } from "../db/types.ts";
import type { AppError } from "../base/errors.ts";
import type { Distribution } from "../base/measures.ts";
import { ServerBusy } from "./errors.ts";

/** Maximum number of items in one transaction. */
const MAX_BATCH = 256;

/** Maximum number of waiting items of an organization. Further items are rejected. */
const MAX_WAITING = 10_000;

export type GroupOutcome = object | AppError;
type CommitBatch = (items: readonly unknown[]) => Promise<Committed<readonly GroupOutcome[]>>;

/** Thrown if a transaction was rolled back completely, so its items may be retried. `cause` is the reason. */
export class RolledBack extends Error {}

interface PendingItem {
  readonly item: unknown;
  readonly resolve: (outcome: GroupOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls share transactions. For each key (an organization), at most one transaction is open; calls that are
 * received while it runs are committed together by the next transaction. So a single call does not wait for others, and
 * many calls share the cost of a commit.
 */
export class GroupCommit {
  readonly #commit: CommitBatch;
  readonly #sizes: Distribution | undefined;
  /** The waiting items of each key. A key is in the map exactly while its queue is being processed. */
  readonly #queues = new Map<number, PendingItem[]>();

  /** @param sizes records how many items each transaction has committed */
  constructor(commit: CommitBatch, sizes?: Distribution) {
    this.#commit = commit;
    this.#sizes = sizes;
  }

  /**
   * Resolves with the item's outcome once the item is committed and on disk. Throws the error of its transaction, or
   * `ServerBusy`.
   */
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
      // All waiting items are rejected at once. Tried one after the other, they would wait for minutes for an
      // unavailable database and then get the same error.
      if (outage) rejectBatch(queue.splice(0), outage.cause);
    }
    this.#queues.delete(key);
  }

  /** Commits a batch and settles its items. Returns the cause if no transaction can be committed at the moment. */
  async #settle(batch: readonly PendingItem[]): Promise<{ cause: unknown } | undefined> {
    try {
      const { result, onDisk } = await this.#commit(batch.map(({ item }) => item));
      this.#sizes?.record(batch.length);
      // Not awaited: the next batch is committed while this one is flushed to disk.
      void onDisk.then(
        () => settleBatch(batch, result),
        (error: unknown) => rejectBatch(batch, error),
      );
    } catch (error) {
      // A single bad item must not make all items fail, so each item is retried separately.
      const cause = error instanceof RolledBack ? error.cause : error;
      const isOutage = findOutage(cause) !== undefined;
      if (batch.length > 1 && error instanceof RolledBack && !isOutage)
        for (const one of batch) await this.#settle([one]);
      else rejectBatch(batch, cause);
      // The outcome is unknown only for the items of this batch. The items still in the queue have not been tried, so
      // they get the underlying cause.
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
