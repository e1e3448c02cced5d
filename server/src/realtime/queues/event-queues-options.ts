import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { Bus } from "@parlance/kernel/events/bus.ts";
import type { Presenters } from "@parlance/kernel/events/presenter.ts";

export interface EventQueuesOptions {
  readonly db: PostgresDatabase;
  readonly clock: Clock;
  readonly log: Logger;
  readonly presenters: Presenters;
  /** Reaches the other processes. */
  readonly bus: Bus;
  /** Called when another process has written something of any organization. */
  readonly onOtherProcessCommit: () => void;
  /** Time without a poll after which a queue is deleted. */
  readonly idleSeconds: number;
  readonly heartbeatSeconds: number;
}
