/** A value that changes, with subscriptions. `get` returns the same object until the value changes. */
export interface Store<T> {
  readonly get: () => T;
  /** Calls `changed` after each change, until the returned function is called. */
  readonly subscribe: (changed: () => void) => () => void;
}
