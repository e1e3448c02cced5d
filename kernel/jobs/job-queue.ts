import { PgBoss, type Job } from "pg-boss";
import type { Logger } from "pino";
import type { Clock } from "../base/clock.ts";
import { isNetworkError, markConnectionLost, findOutage, logOutage } from "../db/outage.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import type { Database } from "../db/types.ts";
import type { JobDeclaration } from "./job.ts";
import { JobMeasures } from "./job-measures.ts";
import { prepareQueues, queueConnection } from "./queue-setup.ts";
import { findQueuedJobs, hasLostJobs } from "./queued-jobs.ts";
import { RecurringJobs } from "./recurring-jobs.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { JobRequest } from "./enqueue-job.ts";

export interface JobQueueOptions {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: readonly JobDeclaration[];
  /** Interval at which the queue polls for jobs of other processes, in seconds. Default: 3. */
  readonly pollSeconds?: number | undefined;
  /** Records the jobs that were run. Default: nothing is recorded. */
  readonly measures?: JobMeasures | undefined;
  /** Default: jobs are not traced. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Time for which a shutdown waits for running jobs, in milliseconds. Jobs that are not finished by then run again after
 * the next start.
 */
const STOP_TIMEOUT_MS = 5000;
const DEFAULT_POLL_SECONDS = 3;
/** Interval at which the queue looks for jobs whose process has ended, in milliseconds. */
const RECOVERY_INTERVAL_MS = 60_000;
/** Interval at which finished jobs are deleted, in milliseconds. */
const MAINTENANCE_INTERVAL_MS = 600_000;
const DAY_SECONDS = 86_400;

/**
 * The library's own timers. Those that poll for each queue are off, because this class polls for all queues with one
 * statement.
 */
const LIBRARY_TIMERS = {
  supervise: false,
  schedule: false,
  monitorIntervalSeconds: RECOVERY_INTERVAL_MS / 2000,
  maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_MS / 2000,
  // Only this process changes what is cached about its queues.
  queueCacheIntervalSeconds: DAY_SECONDS,
  // Builds indexes after an upgrade of the library.
  bamIntervalSeconds: 600,
};

/**
 * Runs jobs after the transactions that enqueued them have committed. Jobs are rows in the same database, and run at
 * least once.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #boss: PgBoss;
  readonly #recurring: RecurringJobs;
  readonly #measures: JobMeasures;
  readonly #stopping = new AbortController();
  #isStarted = false;
  /** The ids of the workers of each kind of job that has had a job since the start. */
  readonly #workers = new Map<string, Promise<string[]>>();
  #timer: NodeJS.Timeout | undefined;
  /** Time of the next poll, as given by `performance.now()`. */
  #pollsAt = Infinity;
  #polling: Promise<void> | undefined;
  #recoveredAt = performance.now();
  #maintainedAt = performance.now();

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#boss = new PgBoss({ ...queueConnection(options.connection), max: 3, ...LIBRARY_TIMERS });
    this.#boss.on("error", (error) => this.#log(error));
    this.#recurring = new RecurringJobs(options.jobs);
    this.#measures = options.measures ?? new JobMeasures();
  }

  /** Prepares the queues and starts running jobs. */
  async start(): Promise<void> {
    const { jobs } = this.#options;
    await this.#boss.start();
    await prepareQueues(this.#boss, jobs);
    await this.#recurring.store(this.#boss);
    this.#isStarted = true;
    this.#pollWithin(0);
  }

  /** Starts the jobs that a committed transaction of this process has enqueued, as soon as they are due. */
  readonly onJobsRequested = (requests: readonly JobRequest[]): void => {
    for (const { afterSeconds } of requests) if (afterSeconds > 0) this.#pollWithin(afterSeconds * 1000);
    const due = requests.filter(({ afterSeconds }) => afterSeconds === 0);
    for (const name of new Set(due.map(({ kind }) => kind.name))) this.#wake(name);
  };

  /**
   * Logs an error of the queue library. The library often emits copies of errors, which are not recognized as network
   * errors unless they are marked. Connections closed by a shutdown are not logged.
   */
  #log(thrown: unknown): void {
    const { log } = this.#options;
    const error = isNetworkError(thrown) ? markConnectionLost(thrown) : thrown;
    if (this.#stopping.signal.aborted && findOutage(error)) return;
    if (logOutage(log, error)) return;
    log.warn({ err: thrown }, "error in the job queue");
  }

  /** Starts no further jobs, and waits for running jobs to end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }

  #pollWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (!this.#isStarted || at >= this.#pollsAt) return;
    this.#pollsAt = at;
    clearTimeout(this.#timer);
    const poll = () => {
      this.#pollsAt = Infinity;
      this.#polling = this.#poll(this.#polling);
    };
    this.#timer = setTimeout(poll, milliseconds).unref();
  }

  /** Starts the jobs that are due, after an earlier poll has ended. Sets the timer for the next poll. */
  async #poll(earlier: Promise<void> | undefined): Promise<void> {
    await earlier;
    const { db, pollSeconds = DEFAULT_POLL_SECONDS } = this.#options;
    const pollMs = pollSeconds * 1000;
    try {
      const { now, delays } = await findQueuedJobs(db.reader);
      for (const name of await this.#recurring.enqueue(this.#boss, now)) this.#wake(name);
      for (const [name, delay] of delays) {
        if (delay <= 0) this.#wake(name);
        else this.#pollWithin(Math.min(delay, pollMs));
      }
      await this.#recoverLostJobs();
    } catch (error) {
      this.#log(error);
    }
    this.#pollWithin(pollMs);
  }

  /** From time to time, enqueues the jobs of ended processes again, and deletes old finished jobs. */
  async #recoverLostJobs(): Promise<void> {
    const now = performance.now();
    if (now - this.#recoveredAt < RECOVERY_INTERVAL_MS) return;
    this.#recoveredAt = now;
    const isMaintenanceDue = now - this.#maintainedAt >= MAINTENANCE_INTERVAL_MS;
    if (isMaintenanceDue) this.#maintainedAt = now;
    if (isMaintenanceDue || (await hasLostJobs(this.#options.db.reader))) await this.#boss.supervise();
  }

  /** Makes the workers of a kind of job look for jobs. Workers are started when the first job is due. */
  #wake(name: string): void {
    const job = this.#options.jobs.find((one) => one.name === name);
    if (!job || !this.#isStarted) return;
    const workers = this.#workers.get(name);
    if (!workers) this.#workers.set(name, this.#startWorkers(job));
    else void workers.then((ids) => ids.forEach((id) => this.#boss.notifyWorker(id)));
  }

  /** Returns the ids of the workers. If they cannot be started, the next poll tries again. */
  async #startWorkers(job: JobDeclaration): Promise<string[]> {
    try {
      // Each concurrent job has a separate worker, because a group of workers cannot be notified.
      return await Promise.all(Array.from({ length: job.concurrency ?? 1 }, () => this.#startWorker(job)));
    } catch (error) {
      this.#workers.delete(job.name);
      this.#log(error);
      return [];
    }
  }

  async #startWorker(job: JobDeclaration): Promise<string> {
    let worker = "";
    // The worker looks for a job at once, and then whenever it is notified.
    worker = await this.#boss.work(job.name, { pollingIntervalSeconds: DAY_SECONDS }, async (batch: Job[]) => {
      // There may be more jobs.
      this.#boss.notifyWorker(worker);
      for (const { data } of batch) await this.#run(job, data);
    });
    return worker;
  }

  async #run(job: JobDeclaration, data: object): Promise<void> {
    const { db, clock, log } = this.#options;
    const startedAt = performance.now();
    const context = { db, clock, log: log.child({ job: job.name }), signal: this.#stopping.signal };
    this.#measures.running.add([job.name]);
    try {
      await this.#trace(job, () => job.run(context, job.payload.parse(data)));
      this.#measures.runs.add([job.name, "completed"]);
    } catch (error) {
      this.#measures.runs.add([job.name, "failed"]);
      if (!logOutage(log, error)) context.log.error({ err: error }, "a job failed");
      throw error;
    } finally {
      this.#measures.running.add([job.name], -1);
      this.#measures.seconds.add([job.name], (performance.now() - startedAt) / 1000);
    }
  }
  #trace({ name }: JobDeclaration, run: () => Promise<void>): Promise<void> {
    const { tracing } = this.#options;
    return tracing ? tracing.trace({ name: `job ${name}`, attributes: { "parlance.job": name } }, run) : run();
  }
}
