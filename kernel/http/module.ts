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

/** The properties of a registration request that slices of the initial state depend on. */
export interface SliceRequest {
  /** The organization snapshot. It changes, so data must be read from it before the first `await`. */
  readonly snapshot: OrganizationSnapshot;
  readonly actor: Actor;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: "true" | "false" | "partial";
  readonly slimPresence: boolean;
  readonly presenceHistoryLimitDays: number;
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** The event types that the queue will receive. Null: all. */
  readonly eventTypes: readonly string[] | null;
  readonly includes: (type: string) => boolean;
}

/** A part of the initial state that POST /register returns, fetched inside the transaction of its database snapshot. */
export interface Slice {
  /** Event types that include this slice if all of them are requested. Empty: always included. */
  readonly types: readonly string[];
  readonly response: z.ZodObject;
  /** Omitted for callers without an account. */
  readonly isForAccounts?: true;
  fetch(db: Reader, request: SliceRequest): Promise<Readonly<Record<string, unknown>>>;
  /** Prepares the slice in advance, for slices that take much work. */
  prepare?(request: SliceRequest): PausableTask<void>;
}

type SnapshotGates = Readonly<Record<string, z.ZodRawShape>>;

/** The fields of a slice, some of which may already be JSON. */
type SliceResponse<S extends z.ZodRawShape> = {
  readonly [K in keyof z.input<z.ZodObject<S>>]: z.input<z.ZodObject<S>>[K] | JsonFragment<z.input<z.ZodObject<S>>[K]>;
};

/**
 * Declares the part of the initial state that the contract defines under a gate: see `snapshot` in
 * contract/nouns/noun.ts.
 */
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
  /** Section of its endpoints in the API reference. Default: the module's name. */
  readonly section?: string;
  /** Its floor in tools/floors.ts: it imports from modules of lower ones. */
  readonly floor?: string;
  /** The tables that it owns: no other module writes to them. */
  readonly tables?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** Files and pages that are served by URL, outside of the API. */
  readonly resources?: readonly Resource[];
  /** Other protocols that are served below the API's path. */
  readonly protocols?: readonly Protocol[];
  readonly slices?: readonly Slice[];
  readonly jobs?: readonly JobDeclaration[];
  /** The data that it adds to the snapshot of each active organization. */
  readonly snapshotSections?: readonly AnySnapshotSection[];
  /** Conversion of stored events of these types to the form that each client receives. */
  readonly presenters?: Readonly<Record<string, Presenter<never>>>;
}
