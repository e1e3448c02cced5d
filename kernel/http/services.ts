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
  /** As the operation declares it: `GET` for a HEAD, `PATCH` for a POST that stands for one. */
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly status: number;
  /** As clients receive it that are no stock clients. */
  readonly body: string;
}

/** What the HTTP layer needs of the rest of the server. */
export interface Services extends AuthenticationServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The organizations in memory. */
  readonly snapshots: Pick<OrganizationSnapshots, "current" | "recent" | "upTo" | "lock">;
  /** The organization at a host, named as the `Host` header names it, port and all; null if there is none. */
  findRealm(host: string): Promise<RealmContext | null>;
  /** Checks every answer and every error against the endpoint's declaration; what is not declared becomes a 500. */
  readonly strict: boolean;
  /** Default: nothing is limited. */
  readonly rateLimits?: RateLimits;
  readonly largeWork: LargeWorkQueue;
  /** Default: there are none. */
  readonly wireAliases: WireAliases;
  readonly metrics?: Metrics;
  /** Called with every finished JSON exchange under /api/v1. */
  onExchange?(exchange: FinishedExchange): void;
}

/** What running a handler takes. */
export type WorkServices = Pick<Services, "db" | "clock" | "snapshots">;
