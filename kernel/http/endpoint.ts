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

export interface ReadSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
> extends EndpointDeclaration<A, P, I, R> {
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<ResponseBody<R>>;
}

/** What a read answers, and how far the log was in the statement that read its rows; null: there was no such statement. */
export interface Positioned<T> {
  readonly response: T;
  readonly position: number | null;
}

/** A read that takes the organization's position in the same statement as its rows. */
export interface PositionedReadSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
> extends EndpointDeclaration<A, P, I, R> {
  /** The directory is as it was lately. Run once more where it had moved on when the rows were read. */
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<Positioned<ResponseBody<R>>>;
}

/** A read that goes on: after it, what happens is told as it happens, each as `response` declares it. */
export interface EventStreamSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
> extends EndpointDeclaration<A, P, I, R> {
  /** What it throws is answered as by any operation; from then on it can only end. */
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<EventBatches>;
}

export interface WriteSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
  D,
> extends EndpointDeclaration<A, P, I, R> {
  /** Slow work (rendering, hashing, HTTP), done before the transaction opens. Its result is `handler`'s third argument. */
  prepare?(ctx: Read<ActorOf<A>>, input: Input<P, I>): Promise<D>;
  /**
   * An error that is thrown undoes everything. One that is returned is answered once all that was done is committed: for
   * a request of which some parts succeeded.
   */
  handler(ctx: Write<ActorOf<A>>, input: Input<P, I>, prepared: D): Promise<ResponseBody<R> | AppError>;
}

/** A write that is too much for one transaction, such as the deletion of very many things. */
export interface StepwiseSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
> extends EndpointDeclaration<A, P, I, R> {
  /** Each step is a transaction. An error ends the request, and undoes nothing but the step that threw it. */
  handler(ctx: Read<ActorOf<A>>, input: Input<P, I>, steps: StepwiseTransactions<ActorOf<A>>): Promise<ResponseBody<R>>;
}

/** A write with a file. What becomes of the file is made before the transaction opens. */
export interface UploadSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
  D,
> extends WriteSpec<A, P, I, R, D> {
  file: FileRule;
  prepare(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: UploadedFile }): Promise<D>;
}

/** A write with a file that is too large to be held: `prepare` receives it, before the transaction opens. */
export interface StreamSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
  D,
> extends WriteSpec<A, P, I, R, D> {
  file: StreamRule;
  prepare(ctx: Read<ActorOf<A>>, input: Input<P, I> & { readonly file: StreamedFile }): Promise<D>;
}

/** A write whose transaction is shared: calls that arrive while one is on its way are committed together by the next. */
export interface GroupSpec<
  A extends Access,
  P extends z.ZodObject,
  I extends z.ZodObject,
  R extends z.ZodObject,
  D,
  H,
> extends EndpointDeclaration<A, P, I, R> {
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
  | (ErasedDeclaration & { kind: "telling"; handler(ctx: unknown, input: unknown): Promise<EventBatches> })
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

/** Declares an operation of the API: everything about it stands in this one object. */
export const endpoint = {
  /** An operation that cannot change anything: it gets a reader. */
  read: <A extends Access, R extends z.ZodObject, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: ReadSpec<A, P, I, R>,
  ): Endpoint => ({ kind: "read", ...spec }) as unknown as Endpoint,
  /** The same, where it takes the organization's position with its rows, so that nobody has to ask for that before. */
  positionedRead: <
    A extends Exclude<Access, "public">,
    R extends z.ZodObject,
    P extends z.ZodObject = Empty,
    I extends z.ZodObject = Empty,
  >(
    spec: PositionedReadSpec<A, P, I, R>,
  ): Endpoint => ({ kind: "read", isPositioned: true, ...spec }) as unknown as Endpoint,
  /** An operation that tells what happens, as server-sent events. */
  telling: <
    A extends Exclude<Access, "public">,
    R extends z.ZodObject,
    P extends z.ZodObject = Empty,
    I extends z.ZodObject = Empty,
  >(
    spec: EventStreamSpec<A, P, I, R>,
  ): Endpoint => ({ kind: "telling", ...spec }) as unknown as Endpoint,
  /** An operation that changes things: it gets a transaction. */
  write: <
    A extends Access,
    R extends z.ZodObject,
    P extends z.ZodObject = Empty,
    I extends z.ZodObject = Empty,
    D = undefined,
  >(
    spec: WriteSpec<A, P, I, R, D>,
  ): Endpoint => ({ kind: "write", ...spec }) as unknown as Endpoint,
  /** An operation that changes much: it gets a transaction for each of its steps. */
  stepwise: <A extends Access, R extends z.ZodObject, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: StepwiseSpec<A, P, I, R>,
  ): Endpoint => ({ kind: "stepwise", ...spec }) as unknown as Endpoint,
  /** An operation that takes a file: the first steps are made of that, and then it is a write. */
  upload: <A extends Access, R extends z.ZodObject, D, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: UploadSpec<A, P, I, R, D>,
  ): Endpoint => ({ kind: "write", ...spec }) as unknown as Endpoint,
  /** An operation that takes a file of any size, which it passes on as it comes in. */
  stream: <A extends Access, R extends z.ZodObject, D, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: StreamSpec<A, P, I, R, D>,
  ): Endpoint => ({ kind: "write", ...spec }) as unknown as Endpoint,
  /** A write that shares its transaction with others of the same organization. */
  group: <A extends Access, R extends z.ZodObject, D, H, P extends z.ZodObject = Empty, I extends z.ZodObject = Empty>(
    spec: GroupSpec<A, P, I, R, D, H>,
  ): Endpoint => ({ kind: "group", ...spec }) as unknown as Endpoint,
};
