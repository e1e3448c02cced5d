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
  /** Interval of polling for jobs of other processes, and for delayed jobs. Default: 3. */
  readonly pollSeconds?: number | undefined;
}

/**
 * Time that a shutdown waits for running jobs, in milliseconds. Jobs that are cut off run again after the next start.
 */
const STOP_TIMEOUT_MS = 5000;
const DEFAULT_POLL_SECONDS = 3;
/** Maximum delay of recurring jobs after their scheduled time. */
const RECURRING_POLL_SECONDS = 10;

/** Runs jobs after the transactions that enqueued them. Jobs are rows in the same database, and run at least once. */
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

  /** Prepares the queues and starts working on them. */
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

  /** Immediately polls for the jobs that a transaction of this process has enqueued and committed. */
  readonly onJobsRequested = (requests: readonly JobRequest[]): void => {
    const due = requests.filter(({ afterSeconds }) => afterSeconds === 0);
    for (const name of new Set(due.map(({ kind }) => kind.name))) {
      for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    }
  };

  /**
   * Logs an error of the queue library. It often emits copies of errors, and connections cut by a shutdown are not
   * reported.
   */
  #log(thrown: unknown): void {
    const { log } = this.#options;
    const error = isNetworkError(thrown) ? markConnectionLost(thrown) : thrown;
    if (this.#stopping.signal.aborted && findOutage(error)) return;
    if (logOutage(log, error)) return;
    log.warn({ err: thrown }, "error in the job queue");
  }

  /** Waits for running jobs to end, and starts no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }

  async #work(job: JobDeclaration): Promise<void> {
    // A separate worker for each, because a group of workers could not be notified.
    const workers = Array.from({ length: job.concurrency ?? 1 }, () => this.#hire(job));
    this.#workers.set(job.name, await Promise.all(workers));
  }

  async #hire(job: JobDeclaration): Promise<string> {
    let worker = "";
    const { pollSeconds = DEFAULT_POLL_SECONDS } = this.#options;
    const options = { pollingIntervalSeconds: job.schedule ? RECURRING_POLL_SECONDS : pollSeconds };
    worker = await this.#boss.work(job.name, options, async (batch: Job[]) => {
      // After one job there may be more. The pause is for an empty queue.
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
