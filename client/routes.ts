import type { Operations } from "./operations.generated.ts";

/** An operation in the form in which its endpoint is declared: `PATCH /messages/:message_id`. */
export type Route = keyof Operations;

export type Method = Route extends `${infer M} ${string}` ? M : never;

/** The paths at which a method has operations, such as `/users/${number}`. */
type PathOf<M extends Method> = PathIn<M, Operations[Route]["request"]>;
type PathIn<M extends Method, Request> = Request extends `${M} ${infer Path}` ? Path : never;

/** The path itself if the method has an operation there, otherwise the paths that it could have been. */
export type ExistingPath<M extends Method, Path extends string> = [RouteOf<M, Path>] extends [never] ? PathOf<M> : Path;

/** The operation of a request: the most specific one among those whose paths match. */
export type RouteOf<M extends Method, Path extends string> = Path extends unknown
  ? MostSpecific<MatchingRoutes<`${M} ${Path}`>>
  : never;

/** The operations whose paths match: for `/users/7` that of `/users/${number}`, but also that of `/users/${string}`. */
type MatchingRoutes<Request extends string> = {
  [R in Route]: Request extends Operations[R]["request"]
    ? SlashCount<Request> extends SlashCount<Operations[R]["request"]>
      ? R
      : never
    : never;
}[Route];

/** A tuple with an element for each slash, because a string segment of a path must not match several segments. */
type SlashCount<Text extends string> = Text extends `${string}/${infer Rest}` ? ["/", ...SlashCount<Rest>] : [];

/** The one of several operations whose requests match all the others. */
type MostSpecific<R extends Route, All extends Route = R> = R extends unknown
  ? [All] extends [MoreGeneralRoutes<R>]
    ? R
    : never
  : never;

type MoreGeneralRoutes<R extends Route> = {
  [Other in Route]: Operations[R]["request"] extends Operations[Other]["request"] ? Other : never;
}[Route];

/** The parameters of a request other than those in its path. */
export type ParametersOf<R extends Route> = Operations[R]["parameters"];

export type ResponseOf<R extends Route> = Operations[R]["answer"];
