import type { Operations } from "./operations.generated.ts";

/** An operation as its endpoint is declared: `PATCH /messages/:message_id`. */
export type Route = keyof Operations;

export type Method = Route extends `${infer M} ${string}` ? M : never;

/** The paths at which a method has operations, such as `/users/${number}`. */
type PathOf<M extends Method> = PathIn<M, Operations[Route]["request"]>;
type PathIn<M extends Method, Request> = Request extends `${M} ${infer Path}` ? Path : never;

/** A path as it is, where a method has an operation there; else what it could have been. */
export type ExistingPath<M extends Method, Path extends string> = [RouteOf<M, Path>] extends [never] ? PathOf<M> : Path;

/** The operation that a request asks for: of those whose paths fit, the one that says most about it. */
export type RouteOf<M extends Method, Path extends string> = Path extends unknown
  ? MostSpecific<MatchingRoutes<`${M} ${Path}`>>
  : never;

/** The operations whose paths fit: for `/users/7` that of `/users/${number}`, and that of `/users/${string}` too. */
type MatchingRoutes<Request extends string> = {
  [R in Route]: Request extends Operations[R]["request"]
    ? SlashCount<Request> extends SlashCount<Operations[R]["request"]>
      ? R
      : never
    : never;
}[Route];

/** One thing for each slash: a text in a path is no further path. */
type SlashCount<Text extends string> = Text extends `${string}/${infer Rest}` ? ["/", ...SlashCount<Rest>] : [];

/** The one of several operations whose requests fit all the others. */
type MostSpecific<R extends Route, All extends Route = R> = R extends unknown
  ? [All] extends [MoreGeneralRoutes<R>]
    ? R
    : never
  : never;

type MoreGeneralRoutes<R extends Route> = {
  [Other in Route]: Operations[R]["request"] extends Operations[Other]["request"] ? Other : never;
}[Route];

/** What a request is given besides its path. */
export type ParametersOf<R extends Route> = Operations[R]["parameters"];

export type ResponseOf<R extends Route> = Operations[R]["answer"];
