import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { ConnectionSettings, TransactionPooler } from "@parlance/kernel/db/pool.ts";
import type { FinishedExchange } from "@parlance/kernel/http/services.ts";
import type { DemoFile } from "../pages/http/page-types.ts";
import type { ServerSettings } from "./settings.ts";

export interface ServerOptions {
  readonly settings: ServerSettings;
  readonly connection: ConnectionSettings;
  /** Pooler that requests use instead of `connection`. */
  readonly pooler?: TransactionPooler | undefined;
  readonly poolSize: number;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether other processes may serve the same database. */
  readonly shared: boolean;
  readonly strict: boolean;
  /** Whether the server also does background work, such as jobs, in addition to handling requests. */
  readonly withJobs: boolean;
  /**
   * Interval at which the server polls for due jobs and scheduled messages, in seconds. Default: the intervals of these
   * services.
   */
  readonly pollSeconds?: number | undefined;
  readonly metricsOfProcess: boolean;
  readonly demo?: Readonly<DemoFile> | undefined;
  readonly onExchange?: ((exchange: FinishedExchange) => void) | undefined;
}
