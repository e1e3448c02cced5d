import { z } from "zod";

const MAX_TERMS = 500;
/** The longest operand of an event queue's narrow, in characters: as long as what is searched for. */
const MAX_OPERAND_CHARACTERS = 1000;

const Operand = z.union([z.string(), z.int(), z.array(z.int())]);
export type Operand = z.infer<typeof Operand>;

const TermObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().optional() });
const TermPair = z.tuple([z.string(), z.string()]);

/** A search as clients write it: a list of terms that must all hold; the empty one finds everything. */
export const NarrowTerms = z.array(z.union([TermObject, TermPair])).max(MAX_TERMS);
export type NarrowTerms = z.infer<typeof NarrowTerms>;

const queueText = z.string().max(MAX_OPERAND_CHARACTERS);
const QueuePair = z.array(queueText).length(2);
const QueueTermObject = z.object({
  operator: queueText,
  operand: z.union([queueText, z.int(), z.array(z.int()).max(MAX_TERMS)]),
  negated: z.boolean().optional(),
});

/**
 * The narrow of an event queue as clients write it, in the same two forms. The reference shared with other servers has pairs
 * alone, so this one does too.
 */
export const QueueTerms = z
  .array(z.union([QueuePair, QueueTermObject]))
  .max(MAX_TERMS)
  .meta({
    items: { type: "array", items: { type: "string", maxLength: MAX_OPERAND_CHARACTERS }, minItems: 2, maxItems: 2 },
  });
export type QueueTerms = z.infer<typeof QueueTerms>;

/** One condition of a search. */
export interface Term {
  /** Its one name; `written` is how it was spelled. */
  readonly operator: string;
  readonly rawOperator: string;
  readonly operand: Operand;
  readonly negated: boolean;
}
