import { z } from "zod";

/** Id of an event. Within an event queue, ids increase; there may be gaps. */
export const EventId = z.int();

type EventSchema = z.core.$ZodTypeDiscriminable;
type GatedFields = Readonly<Record<string, z.ZodRawShape>>;
type EmptyRecord = Readonly<Record<never, never>>;

export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** The fields of all given event types together. */
export type FieldsOf<G> = Intersection<G[keyof G]>;

/**
 * The data that a client has about a noun. The fields in `A` are always present, the fields in `G` only if the client
 * has requested them.
 */
type NounState<A, G> = { [F in keyof A]: z.output<A[F]> } & {
  [F in keyof FieldsOf<G>]?: z.output<FieldsOf<G>[F]> | undefined;
};

type TypeOf<E> = E extends { readonly type: infer T } ? T : never;

type Reducers<E, A, G, T> = {
  readonly [Type in T & string]: (state: NounState<A, G>, event: Extract<E, { type: Type }>) => NounState<A, G>;
};

/**
 * A noun: a kind of data that clients have, such as drafts. Clients receive the data in the snapshot of the register
 * response, and update it with events.
 */
export interface Noun<S extends readonly EventSchema[], A extends z.ZodRawShape, G extends GatedFields, T> {
  readonly events: S;
  /** The fields of the snapshot that every client receives. */
  readonly always: A;
  /**
   * The fields of the snapshot that clients must request, by event type. A client receives them if it requests this
   * event type; if several types are joined with `+`, it must request all of them.
   */
  readonly snapshot: G;
  /**
   * Functions that apply events to the fields, by event type. Events that also change fields of another noun are
   * applied in state/. Events that change no field have no function.
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

/** A noun with a less specific type, for code that treats all nouns in the same way. */
export interface AnyNounShape {
  readonly events: readonly EventSchema[];
  readonly always: z.ZodRawShape;
  readonly snapshot: GatedFields;
  readonly reducers: object;
}
