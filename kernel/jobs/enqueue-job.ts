import type { Tx } from "../db/types.ts";
import type { JobKind } from "./job.ts";

/** A job that a transaction enqueues. */
export interface JobRequest {
  readonly kind: JobKind;
  readonly payload: Record<string, unknown>;
  /** Minimum delay after the start of the transaction, in seconds, measured with the database's clock. */
  readonly afterSeconds: number;
}

const requestsByTransaction = new WeakMap<Tx, JobRequest[]>();

/** Starts collecting the jobs that a transaction enqueues. */
export function startCollectingJobs(tx: Tx): JobRequest[] {
  const requests: JobRequest[] = [];
  requestsByTransaction.set(tx, requests);
  return requests;
}

/**
 * Enqueues a job together with the change that causes it. The job runs if and only if the transaction commits. It runs
 * at least once; if the server is killed before that, it runs after the next start. A process that runs jobs starts
 * those of its own transactions as soon as they are due, and those of other processes within seconds.
 */
export function enqueueJob(
  tx: Tx,
  kind: JobKind,
  payload: Record<string, unknown>,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): void {
  const requests = requestsByTransaction.get(tx);
  if (!requests) throw new Error("jobs are requested in a transaction of Database.write");
  requests.push({ kind, payload: kind.payload.parse(payload), afterSeconds });
}
