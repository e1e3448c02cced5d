/**
 * A filter over messages, which matches the messages that satisfy all its terms. An empty narrow matches all messages
 * of the user's subscribed channels and direct message conversations.
 */
export type Narrow = readonly NarrowTerm[];

/** A term of a narrow, as the API expects it: channels by id, topics by name, users by ids. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** Returns a key that is the same for equal narrows. */
export const narrowKey = (narrow: Narrow): string =>
  JSON.stringify(narrow.map(({ operator, operand, negated = false }) => [operator, operand, negated]));
