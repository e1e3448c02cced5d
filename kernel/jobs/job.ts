import type { Logger } from "pino";
import type { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Database } from "../db/types.ts";

/** The context of a running job. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server stops. A job that does not end within a few seconds runs again after the next start. */
  readonly signal: AbortSignal;
}

/**
 * A kind of job. A job is work that is done after the transaction that enqueued it. It runs at least once and maybe
 * more often, so it must be idempotent.
 */
export interface JobKind {
  readonly name: string;
  readonly payload: z.ZodObject;
  /** Cron expression (five fields, UTC) if jobs of this kind are recurring. Their payload is `{}`. */
  readonly schedule?: string;
  /** Number of retries before the job is marked as failed for good. The delays between retries grow. Default: 5. */
  readonly retries?: number;
  /** Maximum number of concurrent jobs of this kind in a process. Default: 1. */
  readonly concurrency?: number;
}

/** A kind of job with its implementation. */
export interface JobDeclaration extends JobKind {
  run(ctx: JobContext, payload: Record<string, unknown>): Promise<void>;
}
