import { z } from "zod";

const MAX_TERMS = 500;
/**
 * Maximum length of operators and operands in an event queue's narrow, in characters. The text of a search has the same
 * limit.
 */
const MAX_OPERAND_CHARACTERS = 1000;

const Operand = z.union([z.string(), z.int(), z.array(z.int())]);
export type Operand = z.infer<typeof Operand>;

const TermObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().optional() });
const TermPair = z.tuple([z.string(), z.string()]);

/**
 * A narrow as clients send it: a list of terms, all of which must match. Each term is an object, or a pair of operator
 * and operand. An empty list matches every message.
 */
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
 * The narrow of an event queue as clients send it. Each term is a pair or an object, as in `NarrowTerms`. The published
 * schema shows only pairs, because the API reference that we share with other servers has only pairs.
 */
export const QueueTerms = z
  .array(z.union([QueuePair, QueueTermObject]))
  .max(MAX_TERMS)
  .meta({
    items: { type: "array", items: { type: "string", maxLength: MAX_OPERAND_CHARACTERS }, minItems: 2, maxItems: 2 },
  });
export type QueueTerms = z.infer<typeof QueueTerms>;

/** One condition of a narrow. */
export interface Term {
  /** Canonical name of the operator. `rawOperator` is the name as the client spelled it. */
  readonly operator: string;
  readonly rawOperator: string;
  readonly operand: Operand;
  readonly negated: boolean;
}
