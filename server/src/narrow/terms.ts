import { z } from "zod";

const MAX_TERMS = 500;
/** The longest operand of an event queue's narrow, in characters: as long as what is searched for. */
const MAX_OPERAND = 1000;

const Operand = z.union([z.string(), z.int(), z.array(z.int())]);
export type Operand = z.infer<typeof Operand>;

const TermObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().optional() });
const TermPair = z.tuple([z.string(), z.string()]);

/** A search as clients write it: a list of terms that must all hold; the empty one finds everything. */
export const NarrowTerms = z.array(z.union([TermObject, TermPair])).max(MAX_TERMS);
export type NarrowTerms = z.infer<typeof NarrowTerms>;

/** The narrow of an event queue as clients write it: pairs of an operator and an operand. */
export const QueueTerms = z.array(z.array(z.string().max(MAX_OPERAND)).length(2)).max(MAX_TERMS);

/** One condition of a search. */
export interface Term {
  /** Its one name; `written` is how it was spelled. */
  readonly operator: string;
  readonly written: string;
  readonly operand: Operand;
  readonly negated: boolean;
}
