import type { Store } from "./store.ts";

/** A store whose value can be set. */
export class WritableStore<T> implements Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  set(value: T): void {
    if (Object.is(this.#value, value)) return;
    this.#value = value;
    for (const changed of Array.from(this.#listeners)) changed();
  }
}

/** Creates a store whose value never changes. */
export const constantStore = <T>(value: T): Store<T> => ({ get: () => value, subscribe: () => () => undefined });
