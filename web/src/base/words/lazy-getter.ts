/**
 * Returns a function that creates a value when it is first called, and returns the same value from then on. Used for
 * date and number formats, which are slow to create and mostly not needed on the first screen.
 */
export function lazyGetter<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
