/** Returns a value that can be undefined only if the surrounding code has a bug. Throws in that case. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("something that must be there is not");
  return value;
}
