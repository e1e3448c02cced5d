import type { z } from "zod";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/types.ts";

/** What a running job gets. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** A kind of work that is done after the transaction which asked for it, at least once, so it must bear repetition. */
export interface JobDeclaration {
  readonly name: string;
  readonly payload: z.ZodObject;
  /** Cron expression (UTC, five fields) for work that recurs; such jobs get `{}`. */
  readonly schedule?: string;
  /** Tries beyond the first before the job is set aside as dead. Default 5, with growing pauses. */
  readonly retries?: number;
  run(ctx: JobContext, payload: Record<string, unknown>): Promise<void>;
}
