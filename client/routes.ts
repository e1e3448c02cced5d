import type { Operations } from "./operations.generated.ts";

/** An operation, named by its method and path in the notation of its endpoint: `PATCH /messages/:message_id`. */
export type Route = keyof Operations;

export type Method = Route extends `${infer M} ${string}` ? M : never;

/** The paths for which there are operations with a method, such as `/users/${number}`. */
type PathOf<M extends Method> = PathIn<M, Operations[Route]["request"]>;
type PathIn<M extends Method, Request> = Request extends `${M} ${infer Path}` ? Path : never;

/**
 * The given path, if there is an operation with this method and path. Otherwise, the paths that exist, so that the
 * compiler's error lists them.
 */
export type ExistingPath<M extends Method, Path extends string> = [RouteOf<M, Path>] extends [never] ? PathOf<M> : Path;

/** The operation that a request calls. If several match, the most specific one. */
export type RouteOf<M extends Method, Path extends string> = Path extends unknown
  ? MostSpecific<MatchingRoutes<`${M} ${Path}`>>
  : never;

/** All operations that match a request. `/users/7` matches `/users/${number}`, but also `/users/${string}`. */
type MatchingRoutes<Request extends string> = {
  [R in Route]: Request extends Operations[R]["request"]
    ? SlashCount<Request> extends SlashCount<Operations[R]["request"]>
      ? R
      : never
    : never;
}[Route];

/**
 * A tuple with one element per slash. Comparing these tuples ensures that a `${string}` in a path matches only one
 * segment.
 */
type SlashCount<Text extends string> = Text extends `${string}/${infer Rest}` ? ["/", ...SlashCount<Rest>] : [];

/** The most specific of several operations: the one whose requests match all other operations as well. */
type MostSpecific<R extends Route, All extends Route = R> = R extends unknown
  ? [All] extends [MoreGeneralRoutes<R>]
    ? R
    : never
  : never;

type MoreGeneralRoutes<R extends Route> = {
  [Other in Route]: Operations[R]["request"] extends Operations[Other]["request"] ? Other : never;
}[Route];

/** The parameters of an operation, except for those in its path. */
export type ParametersOf<R extends Route> = Operations[R]["parameters"];

export type ResponseOf<R extends Route> = Operations[R]["answer"];
