import type { z } from "zod";
import type { AppError, ErrorClass } from "../base/errors.ts";
import type { Actor, GroupWrite, Read, Write } from "./context.ts";
import type { Tx } from "../db/types.ts";
import type { RateLimit } from "../rate-limits/rate-limit-rules.ts";
import type { StreamedFile } from "./streamed-file.ts";
import type { FileRule, StreamRule, UploadedFile } from "./uploaded-files.ts";
import type { JsonFragment } from "./json-response.ts";
import type { StepwiseTransactions } from "./stepwise-transactions.ts";
import type { EventBatches } from "./event-batches.ts";

export type Route = `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /${string}`;

/**
 * Who may call.
 * - `public`: nobody is asked who they are; `ctx.actor` is null.
 * - `optional`: as `user` where credentials are given, else as `public`.
 * - `user`: everybody who signs in, bots too. `member`: not guests. `moderator`, `admin`, `owner`: that role or above.
 */
export type Access = "public" | "optional" | "user" | "member" | "moderator" | "admin" | "owner";

type ActorOf<A extends Access> = A extends "public" ? null : A extends "optional" ? Actor | null : Actor;

interface EndpointDeclaration<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject> {
  route: Route;
  /** One line: what the caller gets done. */
  summary: string;
  /** More, for the reference page: rules, units, side effects. */
  description?: string;
  access: A;
  /** Refused for bots, with a text of its own. */
  humansOnly?: true;
  /** Open to bots that may otherwise only send. */
  allowsIncomingWebhooks?: true;
  /** A GET that does more than look, which other sites' pages could have a browser ask for. */
  hasEffects?: true;
  /** Kept for old clients; a better way exists. */
  deprecated?: true;
  /** Path parameters. */
  params?: P;
  /** Named parameters, from the form or the query string. */
  input?: I;
  /** Other names under which a parameter is accepted: `{ topic: ["subject"] }`. */
  aliases?: Partial<Record<keyof z.output<I>, readonly string[]>>;
  /** Where the reference document puts the parameters; by default the query of a GET and the form of all else. */
  inputIn?: "query" | "form";
  /** The answer, without the envelope. */
  response: R;
  errors: readonly ErrorClass[];
  /** How much of what the caller may ask for a call takes. Default: 1 for what writes, and a tenth for what reads. */
  cost?: number;
  /** What it takes besides, by what is asked for. */
  surcharge?(input: z.output<I>): number;
  /** Large work whatever is asked for: an account does it for one request at a time (see `startLargeWork` of the context). */
  isLargeWork?: true;
  /** Counts once however large the response is: every client needs all of it to start. */
  ignoresResponseSize?: true;
  /** What an account may do only so often, whatever it costs. */
  limit?: RateLimit;
  /** What to answer at a host that names no organization, where that is not the usual 404. */
  withoutOrganization?: (host: string) => AppError;
}

export interface Input<P extends z.ZodObject, I extends z.ZodObject> {
  readonly params: z.output<P>;
  readonly input: z.output<I>;
}

type Empty = z.ZodObject<Record<never, never>>;
type WithFragments<T> = { [K in keyof T]: T[K] | JsonFragment<T[K]> };
/** What is answered; parts of it may be JSON already. */
type ResponseBody<R extends z.ZodObject> = WithFragments<z.input<R>>;

/** Properties of other kinds of endpoint: the compiler tells the kinds apart by their names. */
type Absent<K extends string> = { readonly [Name in K]?: undefined };

interface ReadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"positionedHandler" | "eventStreamHandler"> {
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<ResponseBody<R>>;
}

/** What a read answers, and how far the log was in the statement that read its rows; null: there was no such statement. */
export interface Positioned<T> {
  readonly response: T;
  readonly position: number | null;
}

/** A read that takes the organization's position in the same statement as its rows. */
interface PositionedReadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"handler" | "eventStreamHandler"> {
  access: A & Exclude<Access, "public">;
  /** The directory is as it was lately. Run once more where it had moved on when the rows were read. */
  positionedHandler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<Positioned<ResponseBody<R>>>;
}

/** A read that goes on: after it, what happens is told as it happens, each as `response` declares it. */
interface EventStreamSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<"handler" | "positionedHandler"> {
  access: A & Exclude<Access, "public">;
  /** What it throws is answered as by any operation; from then on it can only end. */
  eventStreamHandler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<EventBatches>;
}

/** A write in one transaction of its own. */
interface TransactionSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends EndpointDeclaration<A, P, I, R>, Absent<"stepwiseHandler" | "prefetch" | "commit"> {
  /**
   * An error that is thrown undoes everything. One that is returned is answered once all that was done is committed: for
   * a request of which some parts succeeded.
   */
  handler(ctx: Write<ActorOf<A>>, input: Input<P, I>, prepared: D): Promise<ResponseBody<R> | AppError>;
}

interface WriteSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"file" | "receiveFile" | "receiveStream"> {
  /** Slow work (rendering, hashing, HTTP), done before the transaction opens. Its result is `handler`'s third argument. */
  prepare?(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<D>;
}

/** A write with a file. What becomes of the file is made before the transaction opens. */
interface UploadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"prepare" | "receiveStream"> {
  file: FileRule;
  receiveFile(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: UploadedFile }): Promise<D>;
}

/** A write with a file that is too large to be held: it is received as it comes, before the transaction opens. */
interface StreamedUploadSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D>
  extends TransactionSpec<A, P, I, R, D>, Absent<"prepare" | "receiveFile"> {
  file: StreamRule;
  receiveStream(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: StreamedFile }): Promise<D>;
}

/** Properties of writes in one transaction. */
type TransactionPart = "file" | "receiveFile" | "receiveStream" | "handler";

/** A write that is too much for one transaction, such as the deletion of very many things. */
interface StepwiseSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject>
  extends EndpointDeclaration<A, P, I, R>, Absent<TransactionPart | "prepare" | "prefetch" | "commit"> {
  /** Each step is a transaction. An error ends the request, and undoes nothing but the step that threw it. */
  stepwiseHandler(
    ctx: Read<ActorOf<A>>,
    input: Input<P, I>,
    steps: StepwiseTransactions<ActorOf<A>>,
  ): Promise<ResponseBody<R>>;
}

/** A write whose transaction is shared: calls that arrive while one is on its way are committed together by the next. */
interface GroupSpec<A extends Access, P extends z.ZodObject, I extends z.ZodObject, R extends z.ZodObject, D, H>
  extends EndpointDeclaration<A, P, I, R>, Absent<TransactionPart | "stepwiseHandler"> {
  prepare(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<D>;
  /** What is asked in one journey with the lock on the position, and answered under it. Sends its statements at once. */
  prefetch(tx: Tx, items: readonly D[]): Promise<H>;
  /** One outcome for each item, in their order. An error is that item's alone. */
  commit(ctx: GroupWrite, items: readonly D[], asked: H): Promise<readonly (ResponseBody<R> | AppError)[]>;
}

interface ErasedDeclaration extends EndpointDeclaration<Access, z.ZodObject, z.ZodObject, z.ZodObject> {
  readonly file?: FileRule | StreamRule;
  prepare?(ctx: unknown, input: unknown): Promise<unknown>;
}
export type Endpoint =
  | (ErasedDeclaration & { kind: "read"; isPositioned?: false; handler(ctx: unknown, input: unknown): Promise<object> })
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
      prepare(ctx: unknown, input: unknown): Promise<unknown>;
      prefetch(tx: Tx, items: readonly unknown[]): Promise<unknown>;
      commit(ctx: GroupWrite, items: readonly unknown[], asked: unknown): Promise<readonly (object | AppError)[]>;
    });

/** Declares an operation of the API: everything about it stands in this one object, and its kind follows from what it has. */
export const endpoint = {
  /** An operation that cannot change anything: it gets a reader. */
  read: <A extends Access, R extends z.ZodObject, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: ReadSpec<A, P, I, R> | PositionedReadSpec<A, P, I, R> | EventStreamSpec<A, P, I, R>,
  ): Endpoint => {
    const { positionedHandler, eventStreamHandler, handler = positionedHandler ?? eventStreamHandler } = spec;
    const isPositioned = positionedHandler !== undefined;
    return { ...spec, kind: eventStreamHandler ? "eventStream" : "read", isPositioned, handler } as unknown as Endpoint;
  },
  /** An operation that changes things: it gets a transaction. */
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
  ): Endpoint => {
    const { receiveFile, receiveStream, prepare = receiveFile ?? receiveStream } = spec;
    const { stepwiseHandler, handler = stepwiseHandler } = spec;
    const kind = stepwiseHandler ? "stepwise" : spec.commit ? "group" : "write";
    return { ...spec, kind, ...(prepare && { prepare }), ...(handler && { handler }) } as unknown as Endpoint;
  },
};
