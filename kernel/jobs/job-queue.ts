import { PgBoss, type Job } from "pg-boss";
import type { Logger } from "pino";
import type { Clock } from "../base/clock.ts";
import { isNetworkError, markConnectionLost, findOutage, logOutage } from "../db/outage.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import type { Database } from "../db/types.ts";
import type { JobDeclaration } from "./job.ts";
import { prepareQueues, queueConnection } from "./queue-setup.ts";
import type { JobRequest } from "./enqueue-job.ts";

export interface JobQueueOptions {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: readonly JobDeclaration[];
  /** Interval at which the queue polls for delayed jobs and for jobs of other processes, in seconds. Default: 3. */
  readonly pollSeconds?: number | undefined;
}

/**
 * Time for which a shutdown waits for running jobs, in milliseconds. Jobs that are not finished by then run again after
 * the next start.
 */
const STOP_TIMEOUT_MS = 5000;
const DEFAULT_POLL_SECONDS = 3;
/** Maximum delay of a recurring job after its scheduled time, in seconds. */
const RECURRING_POLL_SECONDS = 10;

/**
 * Runs jobs after the transactions that enqueued them have committed. Jobs are rows in the same database, and run at
 * least once.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #boss: PgBoss;
  readonly #stopping = new AbortController();
  readonly #workers = new Map<string, string[]>();

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#boss = new PgBoss({ ...queueConnection(options.connection), max: 3, maintenanceIntervalSeconds: 600 });
    this.#boss.on("error", (error) => this.#log(error));
  }

  /** Prepares the queues and starts running jobs. */
  async start(): Promise<void> {
    const { jobs } = this.#options;
    await this.#boss.start();
    await prepareQueues(this.#boss, jobs);
    const scheduled = new Map((await this.#boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    for (const { name, schedule } of jobs) {
      if (schedule && scheduled.get(name) !== schedule) await this.#boss.schedule(name, schedule, {});
    }
    for (const job of jobs) await this.#work(job);
  }

  /** Polls immediately for jobs that a committed transaction of this process has enqueued. */
  readonly onJobsRequested = (requests: readonly JobRequest[]): void => {
    const due = requests.filter(({ afterSeconds }) => afterSeconds === 0);
    for (const name of new Set(due.map(({ kind }) => kind.name))) {
      for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    }
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
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }

  async #work(job: JobDeclaration): Promise<void> {
    // Each concurrent job has a separate worker, because a group of workers cannot be notified.
    const workers = Array.from({ length: job.concurrency ?? 1 }, () => this.#hire(job));
    this.#workers.set(job.name, await Promise.all(workers));
  }

  async #hire(job: JobDeclaration): Promise<string> {
    let worker = "";
    const { pollSeconds = DEFAULT_POLL_SECONDS } = this.#options;
    const options = { pollingIntervalSeconds: job.schedule ? RECURRING_POLL_SECONDS : pollSeconds };
    worker = await this.#boss.work(job.name, options, async (batch: Job[]) => {
      // Poll again immediately, because there may be more jobs. The polling interval is for an empty queue.
      this.#boss.notifyWorker(worker);
      for (const { data } of batch) await this.#run(job, data);
    });
    return worker;
  }

  async #run(job: JobDeclaration, data: object): Promise<void> {
    const { db, clock, log } = this.#options;
    const context = { db, clock, log: log.child({ job: job.name }), signal: this.#stopping.signal };
    try {
      await job.run(context, job.payload.parse(data));
    } catch (error) {
      if (!logOutage(log, error)) context.log.error({ err: error }, "a job failed");
      throw error;
    }
  }
}
