import { list } from "./list.generated.ts";
import type { AnyNounShape } from "./noun.ts";

/**
 * The nouns: all kinds of data that clients have. The type of all events, the snapshot in the register response, and
 * the function that applies events are derived from this list.
 */
export const nouns: readonly AnyNounShape[] = list;

export type AnyNoun = (typeof list)[number];
