/**
 * A filter over messages: a message must match all terms. Empty: all messages of the user's subscribed channels and
 * direct conversations.
 */
export type Narrow = readonly NarrowTerm[];

/** A term in the form of the API: channels by id, topics by name, users by ids. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** Returns a key that is the same for equal narrows. */
export const narrowKey = (narrow: Narrow): string =>
  JSON.stringify(narrow.map(({ operator, operand, negated = false }) => [operator, operand, negated]));
