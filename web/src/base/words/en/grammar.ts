import { lazyGetter } from "../lazy-getter.ts";

const numbers = lazyGetter(() => new Intl.NumberFormat("en"));
const lists = lazyGetter(() => new Intl.ListFormat("en"));

/** The form that goes with a number. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** A number as people write it: 12,345. Small ones do without the browser's formats, which take long to load. */
export const number = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** Names one after the other: Mara, Kofi, and Yuki. */
export const list = (names: readonly string[]): string => lists().format(names);
