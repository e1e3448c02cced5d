/** Which messages a list shows: all terms hold. Empty: everything that the reader may see and is subscribed to. */
export type Narrow = readonly NarrowTerm[];

/** As the API takes it; channels by id, topics by their text, people by their ids. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** The same for narrows that say the same. */
export const narrowKey = (narrow: Narrow): string =>
  JSON.stringify(narrow.map(({ operator, operand, negated = false }) => [operator, operand, negated]));
