import type { z } from "zod";
import type { AppError, ErrorClass } from "../base/errors.ts";
import type { MaybePromise } from "../base/maybe-promise.ts";
import type { Actor, GroupWrite, Read, Write } from "./context.ts";
import type { Tx } from "../db/types.ts";
import type { RateLimit } from "../rate-limits/rate-limit-rules.ts";
import type { StreamedFile } from "./streamed-file.ts";
import type { FileRule, StreamRule, UploadedFile } from "./uploaded-files.ts";
import type { DeferredResult } from "./deferred-result.ts";
import type { JsonFragment, SecretFields } from "./json-response.ts";
import type { StepwiseTransactions } from "./stepwise-transactions.ts";
import type { EventBatches } from "./event-batches.ts";

export type Route = `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /${string}`;

/**
 * The callers that may use an endpoint.
 * - `public`: no authentication; `ctx.actor` is null.
 * - `optional`: like `user` if the request has credentials, otherwise like `public`.
 * - `user`: every authenticated user, including bots.
 * - `member`: all users except guests.
 * - `moderator`, `admin`, `owner`: users with that role or a higher one.
 */
export type Access = "public" | "optional" | "user" | "member" | "moderator" | "admin" | "owner";

type ActorOf<A extends Access> = A extends "public" ? null : A extends "optional" ? Actor | null : Actor;

interface EndpointDeclaration<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject> {
  route: Route;
  /** Summary in one line, from the caller's point of view. */
  summary: string;
  /** Details for the reference page: rules, units, side effects. */
  description?: string;
  access: A;
  /** Rejects bots, with a specific error. */
  humansOnly?: true;
  /** Also allows incoming webhook bots, which may otherwise only send messages. */
  allowsIncomingWebhooks?: true;
  /** For a GET that does more than read. The pages of other sites must not be able to make a browser send it. */
  hasEffects?: true;
  /** The endpoint is supported for old clients, although a better one exists. */
  deprecated?: true;
  /** Path parameters. */
  params?: P;
  /** Parameters in the form or the query string. */
  input?: I;
  /** Other names under which a parameter is accepted: `{ topic: ["subject"] }`. */
  aliases?: Partial<Record<keyof z.output<I>, readonly string[]>>;
  /**
   * Location of the parameters in the reference document. Default: the query of a GET, and the form of all other
   * methods.
   */
  inputIn?: "query" | "form";
  /** The response without its envelope. */
  response: R;
  errors: readonly ErrorClass[];
  /** Cost of a call in the rate limit. Default: 0.1 for a read, 1 for a write or an event stream. */
  cost?: number;
  /** Additional cost that depends on the parameters. */
  surcharge?(input: z.output<I>): number;
  /**
   * Every call is large work: an account can run only one such call at a time (see `startLargeWork` of the context).
   */
  isLargeWork?: true;
  /**
   * The size of the response does not increase the cost of a call, because every client needs the whole response to
   * start.
   */
  ignoresResponseSize?: true;
  /**
   * The top-level fields of the response with secrets, such as API keys. They are not compressed. `all`: nothing of the
   * response is.
   */
  secrets?: SecretFields;
  /** Size from which the response is compressed, in bytes. Default: `MIN_COMPRESSED_BYTES`. */
  minCompressedBytes?: number;
  /** A separate limit for an account's calls of this operation, in addition to the limit for their cost. */
  limit?: RateLimit;
  /** Returns the error if the host does not belong to an organization. Default: the usual 404. */
  withoutOrganization?: (host: string) => AppError;
}

export interface Input<P extends z.ZodObject, I extends z.ZodObject> {
  readonly params: z.output<P>;
  readonly input: z.output<I>;
}

type Empty = z.ZodObject<Record<never, never>>;
type WithFragments<T> = { [K in keyof T]: T[K] | JsonFragment<T[K]> };
/** The response body, in which some values may be serialized JSON already. */
type ResponseBody<R extends z.ZodObject> = WithFragments<z.input<R>>;

/** Properties of other kinds of endpoint: the compiler distinguishes the kinds by these names. */
type Absent<K extends string> = { readonly [Name in K]?: undefined };

interface ReadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"positionedHandler" | "eventStreamHandler"> {
  /**
   * The handler ends a deferred result by itself when the caller loses access. So the handler receives a recent
   * organization snapshot, which takes no query. A result that is not deferred, and an error, are sent only after the
   * caller has been authorized with the current snapshot.
   */
  endsDeferredWithAccess?: true;
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>): MaybePromise<ResponseBody<R> | DeferredResult<ResponseBody<R>>>;
}

/**
 * The response of a read, and the log position, which the statement that read the rows has returned with them. The
 * position is null if no such statement was run.
 */
export interface Positioned<T> {
  readonly response: T;
  readonly position: number | null;
}

/** A read that gets the organization's log position from the same statement as its rows. */
interface PositionedReadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"handler" | "eventStreamHandler"> {
  access: A & Exclude<Access, "public">;
  /** Receives a recent organization snapshot. Runs again if the rows turn out to be newer than the snapshot. */
  positionedHandler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<Positioned<ResponseBody<R>>>;
}

/**
 * A read whose response does not end: it sends events as they occur, each with the structure that `response` declares.
 */
interface EventStreamSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"handler" | "positionedHandler"> {
  access: A & Exclude<Access, "public">;
  /**
   * Starts the stream. Errors thrown before it returns are sent to the client as in any operation. Once it has
   * returned, an error can only end the stream.
   */
  eventStreamHandler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<EventBatches>;
}

/** A write in one transaction of its own. */
interface TransactionSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends EndpointDeclaration<A, P, I, R>, Absent<"stepwiseHandler" | "prefetch" | "commit"> {
  /**
   * A thrown error rolls the transaction back. A returned error is sent after the changes are committed: for a request
   * that succeeded only in part.
   */
  handler(ctx: Write<ActorOf<A>>, input: Input<P, I>, prepared: D): Promise<ResponseBody<R> | AppError>;
}

interface WriteSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"file" | "receiveFile" | "receiveStream"> {
  /**
   * Slow work, such as rendering, hashing or HTTP requests, that is done before the transaction starts. The result is
   * the third argument of `handler`.
   */
  prepare?(ctx: Read<ActorOf<A>>, input: Input<P, I>): MaybePromise<D>;
}

/** A write with a file. The file is processed before the transaction starts. */
interface UploadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"prepare" | "receiveStream"> {
  file: FileRule;
  receiveFile(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: UploadedFile }): Promise<D>;
}

/**
 * A write with a file that may be too large for memory. The file is processed while it is received, before the
 * transaction starts.
 */
interface StreamedUploadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"prepare" | "receiveFile"> {
  file: StreamRule;
  receiveStream(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: StreamedFile }): Promise<D>;
}

/** Properties of writes in one transaction. */
type TransactionPart = "file" | "receiveFile" | "receiveStream" | "handler";

/** A write that is too large for one transaction, such as the deletion of very many rows. */
interface StepwiseSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<TransactionPart | "prepare" | "prefetch" | "commit"> {
  /** Each step is a separate transaction. An error ends the request, and rolls back only the step that threw it. */
  stepwiseHandler(
    ctx: Read<ActorOf<A>>,
    input: Input<P, I>,
    steps: StepwiseTransactions<ActorOf<A>>,
  ): Promise<ResponseBody<R>>;
}

/**
 * A write whose transaction is shared: calls that are received while a transaction is in progress are committed
 * together by the next transaction.
 */
interface GroupSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D, H>
  extends EndpointDeclaration<A, P, I, R>, Absent<TransactionPart | "stepwiseHandler"> {
  prepare(ctx: Read<ActorOf<A>>, input: Input<P, I>): MaybePromise<D>;
  /**
   * Runs queries under the lock on the log position. Must send its statements before it returns, so that they are sent
   * in the same round trip as the lock.
   */
  prefetch(tx: Tx, items: readonly D[]): Promise<H>;
  /** Returns an outcome for each item, in the order of the items. An error affects only its own item. */
  commit(ctx: GroupWrite, items: readonly D[], prefetched: H): Promise<readonly (ResponseBody<R> | AppError)[]>;
}

interface ErasedDeclaration extends EndpointDeclaration<Access, z.ZodObject, z.ZodObject, z.ZodObject> {
  readonly file?: FileRule | StreamRule;
  prepare?(ctx: unknown, input: unknown): MaybePromise<unknown>;
}
export type Endpoint =
  | (ErasedDeclaration & {
      kind: "read";
      isPositioned?: false;
      endsDeferredWithAccess?: true;
      handler(ctx: unknown, input: unknown): MaybePromise<object>;
    })
  | (ErasedDeclaration & {
      kind: "read";
      isPositioned: true;
      handler(ctx: unknown, input: unknown): Promise<Positioned<object>>;
    })
  | (ErasedDeclaration & { kind: "eventStream"; handler(ctx: unknown, input: unknown): Promise<EventBatches> })
  | (ErasedDeclaration & { kind: "stepwise"; handler(ctx: unknown, input: unknown, steps: unknown): Promise<object> })
  | (ErasedDeclaration & {
      kind: "write";
      handler(ctx: unknown, input: unknown, prepared: unknown): Promise<object | AppError>;
    })
  | (ErasedDeclaration & {
      kind: "group";
      prepare(ctx: unknown, input: unknown): MaybePromise<unknown>;
      prefetch(tx: Tx, items: readonly unknown[]): Promise<unknown>;
      commit(ctx: GroupWrite, items: readonly unknown[], prefetched: unknown): Promise<readonly (object | AppError)[]>;
    });

/**
 * Creates an endpoint: derives its kind from the properties, and renames the kind's own functions to `handler` and
 * `prepare`.
 */
function createEndpoint(word: "read" | "write", spec: object): Endpoint {
  const {
    handler,
    positionedHandler,
    eventStreamHandler,
    stepwiseHandler,
    prepare,
    receiveFile,
    receiveStream,
    commit,
  } = spec as Readonly<Record<string, unknown>>;
  const kind = eventStreamHandler ? "eventStream" : stepwiseHandler ? "stepwise" : commit ? "group" : word;
  return {
    ...spec,
    kind,
    isPositioned: positionedHandler !== undefined,
    handler: handler ?? positionedHandler ?? eventStreamHandler ?? stepwiseHandler,
    prepare: prepare ?? receiveFile ?? receiveStream,
  } as unknown as Endpoint;
}

/** Functions that declare the operations of the API. The kind of an operation follows from its properties. */
export const endpoint = {
  /** Declares an operation that only reads. It gets a reader, so it cannot change anything. */
  read: <A extends Access, R extends z.ZodObject, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: ReadSpec<A, P, I, R> | PositionedReadSpec<A, P, I, R> | EventStreamSpec<A, P, I, R>,
  ): Endpoint => createEndpoint("read", spec),
  /** Declares an operation that changes data, in one or more transactions. */
  write: <
    A extends Access,
    R extends z.ZodObject,
    P extends z.ZodObject = Empty,
    I extends z.ZodObject = Empty,
    D = undefined,
    H = undefined,
  >(
    spec:
      | WriteSpec<A, P, I, R, D>
      | UploadSpec<A, P, I, R, D>
      | StreamedUploadSpec<A, P, I, R, D>
      | StepwiseSpec<A, P, I, R>
      | GroupSpec<A, P, I, R, D, H>,
  ): Endpoint => createEndpoint("write", spec),
};
