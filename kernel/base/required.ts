/** Returns a value that is defined unless the surrounding code has a bug. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("something that must be there is not");
  return value;
}
