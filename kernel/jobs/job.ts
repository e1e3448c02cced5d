import type { Logger } from "pino";
import type { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Database } from "../db/types.ts";

/** The context of a running job. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server stops. Work that is not finished within a few seconds runs again after the next start. */
  readonly signal: AbortSignal;
}

/**
 * A kind of work that is done after the transaction that enqueued it. It runs at least once, so it must be idempotent.
 */
export interface JobKind {
  readonly name: string;
  readonly payload: z.ZodObject;
  /** Cron expression (UTC, five fields) for recurring work. The payload of such jobs is `{}`. */
  readonly schedule?: string;
  /** Number of retries before the job is marked as dead. Default: 5, with growing delays. */
  readonly retries?: number;
  /** Maximum number of concurrent jobs of this kind in a process. Default: 1. */
  readonly concurrency?: number;
}

/** A kind of work, and its implementation. */
export interface JobDeclaration extends JobKind {
  run(ctx: JobContext, payload: Record<string, unknown>): Promise<void>;
}
