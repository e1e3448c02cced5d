import type { Logger } from "pino";
import type { Clock } from "../base/clock.ts";
import type { Database } from "../db/types.ts";
import type { OrganizationSnapshots } from "../organization-snapshot/organization-snapshots.ts";
import type { Metrics } from "../base/metrics.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { RealmContext } from "./context.ts";
import type { AuthenticationServices } from "./authenticate.ts";
import type { LargeWorkQueue } from "./large-work-queue.ts";
import type { WireAliases } from "./wire-aliases.ts";

/** A finished call of the API. */
export interface FinishedExchange {
  /** As the operation declares it: `GET` for a HEAD, and `PATCH` for a POST that selects it. */
  readonly method: string;
  /** The path without the query string. */
  readonly path: string;
  readonly status: number;
  /** The body as clients other than stock clients receive it. */
  readonly body: string;
}

/** The services that the HTTP layer needs from the rest of the server. */
export interface Services extends AuthenticationServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The organization snapshots. */
  readonly snapshots: Pick<OrganizationSnapshots, "current" | "recent" | "upTo" | "lock">;
  /** Finds the organization at a host, as named in the `Host` header with its port. Null if there is none. */
  findRealm(host: string): Promise<RealmContext | null>;
  /**
   * Whether every response and every error is checked against the endpoint's declaration; an undeclared one becomes a
   * 500.
   */
  readonly strict: boolean;
  /** Default: no limits. */
  readonly rateLimits?: RateLimits;
  readonly largeWork: LargeWorkQueue;
  /** Default: no aliases. */
  readonly wireAliases: WireAliases;
  readonly metrics?: Metrics;
  /** Called with every finished JSON exchange under /api/v1. */
  onExchange?(exchange: FinishedExchange): void;
}

/** The services that running a handler requires. */
export type WorkServices = Pick<Services, "db" | "clock" | "snapshots">;
