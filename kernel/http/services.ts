import type { Logger } from "pino";
import type { Clock } from "../base/clock.ts";
import type { Database } from "../db/types.ts";
import type { OrganizationSnapshots } from "../organization-snapshot/organization-snapshots.ts";
import type { MaybePromise } from "../base/maybe-promise.ts";
import type { Distribution } from "../base/measures.ts";
import type { Metrics } from "../base/metrics.ts";
import type { RateLimits } from "../rate-limits/rate-limits.ts";
import type { RealmContext } from "./context.ts";
import type { AuthenticationServices } from "./authenticate.ts";
import type { LargeWorkQueue } from "./large-work-queue.ts";
import type { WireAliases } from "./wire-aliases.ts";

/** A finished API request. */
export interface FinishedExchange {
  /**
   * The method of the operation: `GET` for a HEAD request, and the selected method, such as `PATCH`, for a POST request
   * that selects one.
   */
  readonly method: string;
  /** The path without the query string. */
  readonly path: string;
  readonly status: number;
  /** The body with our field names, even if the request came from a client of the other brand. */
  readonly body: string;
}

/** The services that the HTTP layer needs from the rest of the server. */
export interface Services extends AuthenticationServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The organization snapshots. */
  readonly snapshots: Pick<OrganizationSnapshots, "current" | "recent" | "upTo" | "lock" | "committed">;
  /**
   * Finds the organization with the given host (as in the `Host` header, including the port). Returns null if there is
   * none.
   */
  findRealm(host: string): MaybePromise<RealmContext | null>;
  /**
   * Whether every response and every error is checked against the endpoint's declaration. If so, undeclared ones result
   * in status 500.
   */
  readonly strict: boolean;
  /** Rate limits. Default: no limits. */
  readonly rateLimits?: RateLimits;
  readonly largeWork: LargeWorkQueue;
  /** Field names for clients of the other brand. Default: no aliases. */
  readonly wireAliases: WireAliases;
  readonly metrics?: Metrics;
  /** Records how many calls each shared transaction has committed. Default: it is not recorded. */
  readonly groupSizes?: Distribution;
  /** Called with every finished JSON exchange under /api/v1. */
  onExchange?(exchange: FinishedExchange): void;
}

/** The services that are needed to run a handler. */
export type WorkServices = Pick<Services, "db" | "clock" | "snapshots" | "groupSizes">;
