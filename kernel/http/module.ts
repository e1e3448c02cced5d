import { z } from "zod";
import type { Reader } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { AnySnapshotSection } from "../organization-snapshot/snapshot-section.ts";
import type { PausableTask } from "../base/time-slicing.ts";
import type { JsonFragment } from "./json-response.ts";
import type { Presenter } from "../events/presenter.ts";
import type { JobDeclaration } from "../jobs/job.ts";
import type { Actor, RealmContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Protocol } from "./protocol.ts";
import type { Resource } from "./resource.ts";

/** The properties of a register request on which slices of the initial state depend. */
export interface SliceRequest {
  /** The organization snapshot. It is updated by events, so read data from it before the first `await`. */
  readonly snapshot: OrganizationSnapshot;
  readonly actor: Actor;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: "true" | "false" | "partial";
  readonly slimPresence: boolean;
  readonly presenceHistoryLimitDays: number;
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** The event types that the queue will receive. Null means all types. */
  readonly eventTypes: readonly string[] | null;
  readonly includes: (type: string) => boolean;
}

/**
 * A slice: a part of the initial state that POST /register returns. It is fetched in a transaction that sees a single
 * state of the database.
 */
export interface Slice {
  /** The slice is included if all of these event types are requested. If empty, it is always included. */
  readonly types: readonly string[];
  readonly response: z.ZodObject;
  /** True if callers without an account do not get the slice. */
  readonly isForAccounts?: true;
  fetch(db: Reader, request: SliceRequest): Promise<Readonly<Record<string, unknown>>>;
  /** Prepares the slice in advance, for slices that require much work. */
  prepare?(request: SliceRequest): PausableTask<void>;
}

type SnapshotGates = Readonly<Record<string, z.ZodRawShape>>;

/** The fields of a slice. Some of them may already be serialized as JSON. */
type SliceResponse<S extends z.ZodRawShape> = {
  readonly [K in keyof z.input<z.ZodObject<S>>]: z.input<z.ZodObject<S>>[K] | JsonFragment<z.input<z.ZodObject<S>>[K]>;
};

/** Declares the slice whose fields the contract lists under `gate`; see `snapshot` in contract/nouns/noun.ts. */
export function defineSlice<G extends SnapshotGates, K extends keyof G & string>(
  { snapshot }: { readonly snapshot: G },
  gate: K,
  fetch: (db: Reader, request: SliceRequest) => Promise<SliceResponse<G[K]>>,
  prepare?: Slice["prepare"],
): Slice {
  const response = z.strictObject(snapshot[gate] ?? {});
  return { types: gate.split("+"), response, fetch, ...(prepare && { prepare }) };
}

/** Declaration of everything that a module provides. */
export interface Module {
  readonly name: string;
  /** Section of the module's endpoints in the API reference. Default: the module's name. */
  readonly section?: string;
  /** The module's floor in tools/floors.ts. A module imports only from lower floors. */
  readonly floor?: string;
  /** The tables that the module owns: no other module writes to them. */
  readonly tables?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** Files and pages that are served at URLs outside of the API. */
  readonly resources?: readonly Resource[];
  /** Other protocols that are served below the API's path. */
  readonly protocols?: readonly Protocol[];
  readonly slices?: readonly Slice[];
  readonly jobs?: readonly JobDeclaration[];
  /** The data that the module adds to the snapshot of each active organization. */
  readonly snapshotSections?: readonly AnySnapshotSection[];
  /** Presenters, by the type of stored event: they convert the event to the JSON variant that each client receives. */
  readonly presenters?: Readonly<Record<string, Presenter<never>>>;
}
