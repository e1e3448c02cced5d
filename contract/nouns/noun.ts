import { z } from "zod";

/** Ids ascend within one queue, with gaps. */
export const EventId = z.int();

type EventSchema = z.core.$ZodTypeDiscriminable;
type Gates = Readonly<Record<string, z.ZodRawShape>>;
type Nothing = Readonly<Record<never, never>>;

export type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** The fields behind all of some gates. */
export type Behind<G> = Intersection<G[keyof G]>;

/** What a client knows of one noun: what always comes, and of the rest what it asked for. */
type Known<A, G> = { [F in keyof A]: z.output<A[F]> } & { [F in keyof Behind<G>]?: z.output<Behind<G>[F]> | undefined };

type TypeOf<E> = E extends { readonly type: infer T } ? T : never;

type Reducers<E, A, G, T> = {
  readonly [Type in T & string]: (state: Known<A, G>, event: Extract<E, { type: Type }>) => Known<A, G>;
};

/** One thing that clients know of, from the snapshot that they begin with, and are told about by events. */
export interface Noun<S extends readonly EventSchema[], A extends z.ZodRawShape, G extends Gates, T> {
  readonly events: S;
  /** The fields of the snapshot that come whatever was asked for. */
  readonly always: A;
  /** The others, by the event type that must be asked for; a `+` joins types that are all needed. */
  readonly snapshot: G;
  /**
   * What the events do to these fields, by event type. An event that changes what another noun says as well has its reducer
   * in state/, and one that changes nothing has none.
   */
  readonly reducers: Reducers<z.output<S[number]>, A, G, T>;
}

/** A noun; list it in index.ts. */
export function noun<
  const S extends readonly EventSchema[],
  A extends z.ZodRawShape = Nothing,
  G extends Gates = Nothing,
  T extends TypeOf<z.output<S[number]>> = never,
>(parts: Pick<Noun<S, A, G, T>, "events"> & Partial<Noun<S, A, G, T>>): Noun<S, A, G, T> {
  return { always: {} as A, snapshot: {} as G, reducers: {} as Noun<S, A, G, T>["reducers"], ...parts };
}

/** Any noun, where it does not matter which. */
export interface SomeNoun {
  readonly events: readonly EventSchema[];
  readonly always: z.ZodRawShape;
  readonly snapshot: Gates;
  readonly reducers: object;
}
