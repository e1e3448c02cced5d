import { z } from "zod";

/** Ids increase within an event queue, with gaps. */
export const EventId = z.int();

type EventSchema = z.core.$ZodTypeDiscriminable;
type GatedFields = Readonly<Record<string, z.ZodRawShape>>;
type EmptyRecord = Readonly<Record<never, never>>;

export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** The fields of all of the given event types. */
export type FieldsOf<G> = Intersection<G[keyof G]>;

/** A client's data about one noun: the fields that are always sent, and the requested ones of the rest. */
type NounState<A, G> = { [F in keyof A]: z.output<A[F]> } & {
  [F in keyof FieldsOf<G>]?: z.output<FieldsOf<G>[F]> | undefined;
};

type TypeOf<E> = E extends { readonly type: infer T } ? T : never;

type Reducers<E, A, G, T> = {
  readonly [Type in T & string]: (state: NounState<A, G>, event: Extract<E, { type: Type }>) => NounState<A, G>;
};

/** A kind of data that clients have: they receive it in the snapshot and update it from events. */
export interface Noun<S extends readonly EventSchema[], A extends z.ZodRawShape, G extends GatedFields, T> {
  readonly events: S;
  /** The fields of the snapshot that are sent to every client. */
  readonly always: A;
  /**
   * The other fields, by the event type that clients must fetch to get them; a `+` joins types that are all required.
   */
  readonly snapshot: G;
  /**
   * How events change these fields, by event type. An event that also changes fields of another noun has its reducer in
   * state/; an event that changes no field has none.
   */
  readonly reducers: Reducers<z.output<S[number]>, A, G, T>;
}

/** Defines a noun. `npm run generate -- nouns` adds it to the list of all. */
export function noun<
  const S extends readonly EventSchema[],
  A extends z.ZodRawShape = EmptyRecord,
  G extends GatedFields = EmptyRecord,
  T extends TypeOf<z.output<S[number]>> = never,
>(parts: Pick<Noun<S, A, G, T>, "events"> & Partial<Noun<S, A, G, T>>): Noun<S, A, G, T> {
  return { always: {} as A, snapshot: {} as G, reducers: {} as Noun<S, A, G, T>["reducers"], ...parts };
}

/** Any noun, where the specific type does not matter. */
export interface AnyNounShape {
  readonly events: readonly EventSchema[];
  readonly always: z.ZodRawShape;
  readonly snapshot: GatedFields;
  readonly reducers: object;
}
