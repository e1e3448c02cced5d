import type { Logger } from "pino";
import type { z } from "zod";
import type { Clock } from "../base/clock.ts";
import type { Database } from "../db/types.ts";

/** What a running job gets. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server stops: what is not done within a few seconds runs again after the next start. */
  readonly signal: AbortSignal;
}

/** A kind of work that is done after the transaction which asked for it, at least once, so it must bear repetition. */
export interface JobKind {
  readonly name: string;
  readonly payload: z.ZodObject;
  /** Cron expression (UTC, five fields) for work that recurs; such jobs get `{}`. */
  readonly schedule?: string;
  /** Tries beyond the first before the job is set aside as dead. Default 5, with growing pauses. */
  readonly retries?: number;
  /** How many of them one process does at a time. Default 1. */
  readonly concurrency?: number;
}

/** A kind of work, and how it is done. */
export interface JobDeclaration extends JobKind {
  run(ctx: JobContext, payload: Record<string, unknown>): Promise<void>;
}
