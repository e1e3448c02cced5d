/** A value that changes over time and can be subscribed to. `get` returns the same object until the value changes. */
export interface Store<T> {
  readonly get: () => T;
  /** Calls `changed` after each change. Returns a function that ends the subscription. */
  readonly subscribe: (changed: () => void) => () => void;
}
