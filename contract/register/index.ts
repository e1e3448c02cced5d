import { z } from "zod";
import { nouns, type AnyNoun } from "../nouns/index.ts";
import type { FieldsOf, Intersection } from "../nouns/noun.ts";

type AlwaysFields = Intersection<AnyNoun["always"]>;
type GatedFields = FieldsOf<Intersection<AnyNoun["snapshot"]>>;
type RegisterShape = { [F in keyof AlwaysFields]: AlwaysFields[F] } & {
  [F in keyof GatedFields]: z.ZodOptional<GatedFields[F]>;
};

const alwaysFields = Object.assign({}, ...nouns.map((noun) => noun.always)) as AlwaysFields;
const fieldsByGate: Readonly<Record<string, z.ZodRawShape>> = Object.assign(
  {},
  ...nouns.map(({ snapshot }) => snapshot),
);
const gatedFields = Object.assign({}, ...Object.values(fieldsByGate)) as z.ZodRawShape;

/**
 * The response to a registration: the id of a new event queue, and the data that the queue's events will update. Some
 * fields are gated: they are present only if the client has requested their event type. Lists that are sorted by text
 * have the order of `compareText` in state/list-operations.ts, so that clients can keep them sorted.
 */
export const RegisterResponse = z.strictObject({
  ...alwaysFields,
  ...z.object(gatedFields).partial().shape,
}) as z.ZodObject<RegisterShape, z.core.$strict>;
export type RegisterResponse = z.infer<typeof RegisterResponse>;

export type RegisterField = keyof RegisterResponse;

/**
 * The gated fields, by the event type that a client must request to receive them. If several types are joined with `+`,
 * all of them are required.
 */
export const registerFieldsByGate: ReadonlyMap<string, readonly RegisterField[]> = new Map(
  Object.entries(fieldsByGate).map(([gate, fields]) => [gate, Object.keys(fields) as RegisterField[]]),
);
