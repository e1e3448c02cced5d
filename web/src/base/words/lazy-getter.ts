/**
 * Creates a value on first use and caches it: date and number formats are slow to create, and most are not needed at
 * first.
 */
export function lazyGetter<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
