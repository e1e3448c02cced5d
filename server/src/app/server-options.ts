import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { FinishedExchange } from "@parlance/kernel/http/services.ts";
import type { DemoFile } from "../pages/http/page.ts";
import type { ServerSettings } from "./settings.ts";

export interface ServerOptions {
  readonly settings: ServerSettings;
  readonly connection: ConnectionSettings;
  readonly poolSize: number;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether other processes may serve the same database. */
  readonly shared: boolean;
  readonly strict: boolean;
  /** Work of other times: off where only requests are wanted. */
  readonly withJobs: boolean;
  /** How often it looks by itself for jobs and for what is to be delivered, in seconds. Default: those of their workers. */
  readonly pollSeconds?: number | undefined;
  readonly metricsOfProcess: boolean;
  readonly demo?: Readonly<DemoFile> | undefined;
  readonly onExchange?: ((exchange: FinishedExchange) => void) | undefined;
}
