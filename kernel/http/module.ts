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

/** What a client that registers asked for, as far as snapshot slices care. */
export interface SliceRequest {
  /** The organization as the snapshot has it. It moves on: what is taken from it is taken before the first `await`. */
  readonly snapshot: OrganizationSnapshot;
  readonly actor: Actor;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: "true" | "false" | "partial";
  readonly slimPresence: boolean;
  readonly presenceHistoryLimitDays: number;
  readonly capabilities: Readonly<Record<string, boolean | undefined>>;
  /** The types the queue will receive; null means all. */
  readonly eventTypes: readonly string[] | null;
  readonly includes: (type: string) => boolean;
}

/** A part of the snapshot that POST /register returns, fetched inside the snapshot's transaction. */
export interface Slice {
  /** Event types that bring this part; all of them must be wanted. Empty: always there. */
  readonly types: readonly string[];
  readonly response: z.ZodObject;
  /** Left out for callers without an account. */
  readonly isForAccounts?: true;
  fetch(db: Reader, request: SliceRequest): Promise<Readonly<Record<string, unknown>>>;
  /** Makes what of it can be made beforehand, where that is much. */
  prepare?(request: SliceRequest): PausableTask<void>;
}

type SnapshotGates = Readonly<Record<string, z.ZodRawShape>>;

/** What a slice answers; some of it may be JSON already. */
type SliceResponse<S extends z.ZodRawShape> = {
  readonly [K in keyof z.input<z.ZodObject<S>>]: z.input<z.ZodObject<S>>[K] | JsonFragment<z.input<z.ZodObject<S>>[K]>;
};

/** The part of the snapshot that a noun of the contract has behind a gate: see `snapshot` in contract/nouns/noun.ts. */
export function defineSlice<G extends SnapshotGates, K extends keyof G & string>(
  { snapshot }: { readonly snapshot: G },
  gate: K,
  fetch: (db: Reader, request: SliceRequest) => Promise<SliceResponse<G[K]>>,
  prepare?: Slice["prepare"],
): Slice {
  const response = z.strictObject(snapshot[gate] ?? {});
  return { types: gate.split("+"), response, fetch, ...(prepare && { prepare }) };
}

/** The table of contents of a module. */
export interface Module {
  readonly name: string;
  /** Under what the API reference shows its endpoints. Default: its name. */
  readonly section?: string;
  /** Its floor in tools/floors.ts: it imports from modules of lower ones. */
  readonly floor?: string;
  /** The tables that it owns: no other module writes to them. */
  readonly tables?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** What is fetched by its address, outside of the API. */
  readonly resources?: readonly Resource[];
  /** What is spoken below the API's address in another way than the API. */
  readonly protocols?: readonly Protocol[];
  readonly slices?: readonly Slice[];
  readonly jobs?: readonly JobDeclaration[];
  /** What of it is kept in memory of each organization in use. */
  readonly snapshotSections?: readonly AnySnapshotSection[];
  /** How stored events of these types become what each reader receives. */
  readonly presenters?: Readonly<Record<string, Presenter<never>>>;
}
