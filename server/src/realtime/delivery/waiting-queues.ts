import type { LiveQueue } from "../queues/live-queue.ts";

/** The queues of an organization with a waiting poll, by the id of their owner. */
export class WaitingQueues {
  /** The only waiting queue of each owner, or all of them. Most users have one, and a set for each would take memory. */
  readonly #byOwner = new Map<number, LiveQueue | Set<LiveQueue>>();

  /** Number of owners. */
  get ownerCount(): number {
    return this.#byOwner.size;
  }

  add(queue: LiveQueue): void {
    const own = this.#byOwner.get(queue.userId);
    if (own instanceof Set) own.add(queue);
    else this.#byOwner.set(queue.userId, own && own !== queue ? new Set([own, queue]) : queue);
  }

  delete(queue: LiveQueue): void {
    const own = this.#byOwner.get(queue.userId);
    if (own === queue || (own instanceof Set && own.delete(queue) && own.size === 0)) {
      this.#byOwner.delete(queue.userId);
    }
  }

  ownerIds(): Iterable<number> {
    return this.#byOwner.keys();
  }

  /** Returns the queues of a user. */
  of(userId: number): Iterable<LiveQueue> {
    const own = this.#byOwner.get(userId);
    return own === undefined ? [] : own instanceof Set ? own : [own];
  }

  *all(): Iterable<LiveQueue> {
    for (const own of this.#byOwner.values()) {
      if (own instanceof Set) yield* own;
      else yield own;
    }
  }
}
