import { list } from "./list.generated.ts";
import type { AnyNounShape } from "./noun.ts";

/** All data that clients have. The union of events, the snapshot and `apply` are derived from this list alone. */
export const nouns: readonly AnyNounShape[] = list;

export type AnyNoun = (typeof list)[number];
