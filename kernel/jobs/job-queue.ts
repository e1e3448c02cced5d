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
  /** How soon what other processes asked for, and what waited for its time, is found. Default: 3. */
  readonly pollSeconds?: number | undefined;
}

/** How long a stop waits for jobs under way, in milliseconds. What is cut off runs again after the next start. */
const STOP_TIMEOUT_MS = 5000;
const DEFAULT_POLL_SECONDS = 3;
/** How soon recurring work begins after its time. */
const RECURRING_POLL_SECONDS = 10;

/** Work that is done after the transaction that asked for it: rows in the same database, run at least once. */
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

  /** Prepares the queues and begins to work on them. */
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

  /** Looks at once for the jobs that a transaction of this process has asked for and committed. */
  readonly onJobsRequested = (requests: readonly JobRequest[]): void => {
    const due = requests.filter(({ afterSeconds }) => afterSeconds === 0);
    for (const name of new Set(due.map(({ kind }) => kind.name))) {
      for (const worker of this.#workers.get(name) ?? []) this.#boss.notifyWorker(worker);
    }
  };

  /** A library of its own: what it emits are often copies of errors, and connections that a stop cuts are not news. */
  #log(thrown: unknown): void {
    const { log } = this.#options;
    const error = isNetworkError(thrown) ? markConnectionLost(thrown) : thrown;
    if (this.#stopping.signal.aborted && findOutage(error)) return;
    if (logOutage(log, error)) return;
    log.warn({ err: thrown }, "error in the job queue");
  }

  /** Lets jobs under way end, and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
  }

  async #work(job: JobDeclaration): Promise<void> {
    // A worker each, because a group of them could not be woken.
    const workers = Array.from({ length: job.concurrency ?? 1 }, () => this.#hire(job));
    this.#workers.set(job.name, await Promise.all(workers));
  }

  async #hire(job: JobDeclaration): Promise<string> {
    let worker = "";
    const { pollSeconds = DEFAULT_POLL_SECONDS } = this.#options;
    const options = { pollingIntervalSeconds: job.schedule ? RECURRING_POLL_SECONDS : pollSeconds };
    worker = await this.#boss.work(job.name, options, async (batch: Job[]) => {
      // After one job there may be more: the pause is for when there are none.
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
