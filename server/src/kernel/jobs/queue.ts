import { fromKysely, PgBoss, type Job } from "pg-boss";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import type { Database, Tx } from "../db/types.ts";
import type { JobDeclaration } from "./job.ts";

export interface JobQueueOptions {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: readonly JobDeclaration[];
}

/** How long a stop waits for jobs under way, in milliseconds. What is cut off runs again after the next start. */
const STOP_PATIENCE_MS = 5000;
const DEFAULT_RETRIES = 5;

/** Work that is done after the transaction that asked for it: rows in the same database, run at least once. */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #boss: PgBoss;
  readonly #stopping = new AbortController();

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#boss = new PgBoss({
      ...options.connection,
      application_name: "parlance jobs",
      schema: "jobs",
      max: 3,
      maintenanceIntervalSeconds: 600,
    });
    this.#boss.on("error", (error) => options.log.warn({ err: error }, "the job queue met an error"));
  }

  /** Prepares the queues and begins to work on them. */
  async start(): Promise<void> {
    await this.#boss.start();
    for (const job of this.#options.jobs) await this.#open(job);
  }

  /** Asks for a job, in the transaction that causes it: it runs if, and only if, that commits. */
  async enqueue(tx: Tx, job: JobDeclaration, payload: Record<string, unknown>): Promise<void> {
    await this.#boss.send(job.name, job.payload.parse(payload), { db: fromKysely(tx) });
  }

  /** Lets jobs under way end, and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, timeout: STOP_PATIENCE_MS });
  }

  async #open(job: JobDeclaration): Promise<void> {
    const { name, schedule, retries = DEFAULT_RETRIES } = job;
    await this.#boss.createQueue(name, {
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      // Two runs of recurring work side by side would only get in each other's way.
      policy: schedule ? "stately" : "standard",
    });
    if (schedule) await this.#boss.schedule(name, schedule, {});
    await this.#boss.work(name, async (batch: Job[]) => {
      for (const { data } of batch) await this.#run(job, data);
    });
  }

  async #run(job: JobDeclaration, data: object): Promise<void> {
    const { db, clock, log } = this.#options;
    const context = { db, clock, log: log.child({ job: job.name }), signal: this.#stopping.signal };
    try {
      await job.run(context, job.payload.parse(data));
    } catch (error) {
      context.log.error({ err: error }, "a job failed");
      throw error;
    }
  }
}
