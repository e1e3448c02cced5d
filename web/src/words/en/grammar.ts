const rules = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");
const lists = new Intl.ListFormat("en");

/** The form that goes with a number. */
export const plural = (count: number, one: string, many: string): string =>
  rules.select(count) === "one" ? one : many;

/** A number as people write it: 12,345. */
export const number = (value: number): string => numbers.format(value);

/** Names one after the other: Mara, Kofi, and Yuki. */
export const list = (names: readonly string[]): string => lists.format(names);
