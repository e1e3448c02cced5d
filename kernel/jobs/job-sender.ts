import type { PgBoss } from "pg-boss";
import { isNetworkError, markConnectionLost } from "../db/outage.ts";
import type { ConnectionSettings } from "../db/pool.ts";
import type { Tx } from "../db/types.ts";
import type { JobKind } from "./job.ts";
import { prepareQueues, queueConnection } from "./queue-setup.ts";
import type { JobRequest } from "./enqueue-job.ts";

/**
 * Writes jobs in the transactions that enqueue them. Works in every process, even if the process runs no jobs itself:
 * when the first job of a kind is enqueued, its queue is prepared on a separate connection, which is closed afterwards.
 */
export class JobSender {
  readonly #connection: ConnectionSettings;
  #boss: Promise<PgBoss> | undefined;
  /** The latest preparation. Preparations run one after the other. */
  #prepared: Promise<unknown> = Promise.resolve();
  readonly #ready = new Set<string>();

  constructor(connection: ConnectionSettings) {
    this.#connection = connection;
  }

  /**
   * Writes the jobs. These are the last statements of a transaction before its events, and they never wait for other
   * transactions.
   */
  async write(tx: Tx, requests: readonly JobRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const { fromKysely } = await import("pg-boss");
    const byKind = Map.groupBy(requests, ({ kind }) => kind);
    const boss = await this.#preparedFor([...byKind.keys()]);
    for (const [{ name }, wanted] of byKind) {
      const jobs = wanted.map(({ payload, afterSeconds }) => ({ data: payload, startAfter: afterSeconds }));
      const ids = await boss.insert(name, jobs, { db: fromKysely(tx), returnId: true });
      if (ids?.length !== wanted.length) throw new Error(`the queue ${name} did not accept every job`);
    }
  }

  async #preparedFor(kinds: readonly JobKind[]): Promise<PgBoss> {
    const boss = await (this.#boss ??= this.#openBoss());
    const missing = () => kinds.filter(({ name }) => !this.#ready.has(name));
    if (missing().length > 0) {
      const mine = this.#prepared.then(() => this.#prepare(boss, missing()));
      this.#prepared = mine.catch(() => undefined);
      await mine;
    }
    return boss;
  }

  async #openBoss(): Promise<PgBoss> {
    const { PgBoss } = await import("pg-boss");
    const boss = new PgBoss({ ...queueConnection(this.#connection), max: 1, supervise: false, schedule: false });
    // The caller gets the library's errors as exceptions.
    boss.on("error", () => undefined);
    return boss;
  }

  async #prepare(boss: PgBoss, kinds: readonly JobKind[]): Promise<void> {
    if (kinds.length === 0) return;
    try {
      await boss.start();
      await prepareQueues(boss, kinds);
      // An empty insertion makes the library cache the queue's properties, so later insertions need no separate
      // connection.
      for (const { name } of kinds) await boss.insert(name, []);
      for (const { name } of kinds) this.#ready.add(name);
    } catch (error) {
      throw isNetworkError(error) ? markConnectionLost(error) : error;
    } finally {
      await boss.stop({ graceful: false });
    }
  }
}
