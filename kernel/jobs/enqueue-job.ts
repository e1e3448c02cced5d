import type { Tx } from "../db/types.ts";
import type { JobKind } from "./job.ts";

/** A job that a transaction asks for. */
export interface JobRequest {
  readonly kind: JobKind;
  readonly payload: Record<string, unknown>;
  /** How long after the commit it may begin at the earliest, by the database's clock. */
  readonly afterSeconds: number;
}

const requestsByTransaction = new WeakMap<Tx, JobRequest[]>();

/** Begins to collect the jobs that a transaction asks for. */
export function startCollectingJobs(tx: Tx): JobRequest[] {
  const requests: JobRequest[] = [];
  requestsByTransaction.set(tx, requests);
  return requests;
}

/**
 * Asks for a job beside the change that causes it: it runs if, and only if, the transaction commits, at least once, and
 * if the server is killed in between, after its next start. A server picks up what its own transactions asked for at
 * once, and what other processes asked for within seconds.
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
