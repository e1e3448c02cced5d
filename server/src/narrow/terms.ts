import { z } from "zod";

const MAX_TERMS = 500;

const Operand = z.union([z.string(), z.int(), z.array(z.int())]);
export type Operand = z.infer<typeof Operand>;

const TermObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().optional() });
const TermPair = z.tuple([z.string(), z.string()]);

/** A search as clients write it: a list of terms that must all hold; the empty one finds everything. */
export const NarrowTerms = z.array(z.union([TermObject, TermPair])).max(MAX_TERMS);
export type NarrowTerms = z.infer<typeof NarrowTerms>;

/** One condition of a search. */
export interface Term {
  /** Its one name; `written` is how it was spelled. */
  readonly operator: string;
  readonly written: string;
  readonly operand: Operand;
  readonly negated: boolean;
}
