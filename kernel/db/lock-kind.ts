import type { Schema } from "./types.ts";

/**
 * A kind of lock that transactions acquire explicitly. Each module declares the locks on rows of its tables, and its
 * advisory locks.
 */
export interface LockKind {
  readonly name: string;
  /** The tables whose rows are locked. */
  readonly rows?: readonly (keyof Schema)[];
  /** The object that has one such lock each. Completes "one for each …" in the documentation. */
  readonly each: string;
  /** The data that no other transaction changes while the lock is held. */
  readonly guards: string;
  /** Names of the functions that acquire the lock, the most common first. */
  readonly acquiredBy: readonly string[];
  /** Reason for the lock's position in the order of locks. */
  readonly reason: string;
  /** Names of later locks after which this lock may also be acquired, for the given reason. */
  readonly alsoAfter?: readonly string[];
}

/** A lock that is taken by a number or a text, not by locking rows. */
export interface AdvisoryLock extends LockKind {
  /** The class of the advisory lock, which distinguishes it from others with the same key. */
  readonly advisory: number;
}
