/** Takes a value that is there unless the code around is wrong. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("something that must be there is not");
  return value;
}
