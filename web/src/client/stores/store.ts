/** Something that changes, and who wants to hear of it. What `get` gives stays the same object until it changes. */
export interface Store<T> {
  readonly get: () => T;
  /** Calls after each change, until the returned function is called. */
  readonly subscribe: (changed: () => void) => () => void;
}
