import { z } from "zod";
import { nouns, type AnyNoun } from "../nouns/index.ts";
import type { Behind, Intersection } from "../nouns/noun.ts";

type Always = Intersection<AnyNoun["always"]>;
type Gated = Behind<Intersection<AnyNoun["snapshot"]>>;
type Shape = { [F in keyof Always]: Always[F] } & { [F in keyof Gated]: z.ZodOptional<Gated[F]> };

const always = Object.assign({}, ...nouns.map((noun) => noun.always)) as Always;
const gates: Readonly<Record<string, z.ZodRawShape>> = Object.assign({}, ...nouns.map(({ snapshot }) => snapshot));
const gated = Object.assign({}, ...Object.values(gates)) as z.ZodRawShape;

/**
 * A new event queue, and the state that its events update. Gated fields are present only if they were requested. Lists
 * sorted by text use the order of `compareText` in state/lists.ts, so that clients can keep them sorted.
 */
export const RegisterResponse = z.strictObject({ ...always, ...z.object(gated).partial().shape }) as z.ZodObject<
  Shape,
  z.core.$strict
>;
export type RegisterResponse = z.infer<typeof RegisterResponse>;

export type RegisterField = keyof RegisterResponse;

/** The fields that are sent for each fetched event type; a `+` joins types that are all required. */
export const registerGates: ReadonlyMap<string, readonly RegisterField[]> = new Map(
  Object.entries(gates).map(([gate, fields]) => [gate, Object.keys(fields) as RegisterField[]]),
);
