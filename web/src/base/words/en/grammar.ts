import { lazyGetter } from "../lazy-getter.ts";

const numbers = lazyGetter(() => new Intl.NumberFormat("en"));
const lists = lazyGetter(() => new Intl.ListFormat("en"));

/** Returns the singular or the plural form. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Formats a number: 12,345. Small integers do not use the browser's formats, which are slow to load. */
export const number = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** Joins names: Mara, Kofi, and Yuki. */
export const list = (names: readonly string[]): string => lists().format(names);
