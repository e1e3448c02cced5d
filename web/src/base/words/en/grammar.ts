import { lazyGetter } from "../lazy-getter.ts";

const numbers = lazyGetter(() => new Intl.NumberFormat("en"));
const lists = lazyGetter(() => new Intl.ListFormat("en"));

/** Returns `one` for a count of 1, and `many` otherwise. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Formats a number: 12,345. Integers below 1000 need no `Intl.NumberFormat`, which is slow to load. */
export const number = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** Joins names into a list: Mara, Kofi, and Yuki. */
export const list = (names: readonly string[]): string => lists().format(names);
