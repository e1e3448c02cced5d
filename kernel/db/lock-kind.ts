import type { Schema } from "./types.ts";

/** A kind of lock that transactions take on purpose. A module declares those of its tables, and its advisory locks. */
export interface LockKind {
  readonly name: string;
  /** The tables whose rows are locked. */
  readonly rows?: readonly (keyof Schema)[];
  /** Locks of which there is only one each. */
  readonly each: string;
  /** What stays as it is while somebody has it. */
  readonly guards: string;
  /** Functions that take it, the usual ones first. */
  readonly acquiredBy: readonly string[];
  /** Why it stands where it does. */
  readonly reason: string;
  /** Later locks that one may have already, because of what the reason says. */
  readonly alsoAfter?: readonly string[];
}

/** A lock that is taken by a number or a text, not by locking rows. */
export interface AdvisoryLock extends LockKind {
  /** The class of an advisory lock, which tells it from others with the same key. */
  readonly advisory: number;
}
