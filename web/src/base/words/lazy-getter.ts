/** Made when it is first needed, and then kept: the formats of a language take long to make, and most are not needed at first. */
export function lazyGetter<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
