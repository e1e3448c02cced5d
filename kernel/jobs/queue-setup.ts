import type { PgBoss } from "pg-boss";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "../db/pool.ts";
import type { JobKind } from "./job.ts";

const DEFAULT_RETRIES = 5;
const DAY_SECONDS = 86_400;

/** Returns the connection settings with which every process of the server uses the queues. */
export const queueConnection = (connection: ConnectionSettings) => ({
  ...connection,
  ...CONNECTION_OPTIONS,
  application_name: "parlance jobs",
  schema: "jobs",
});

/** The properties from which a queue is created. */
type QueueKind = Pick<JobKind, "name" | "retries" | "schedule">;

const queueOptions = ({ retries = DEFAULT_RETRIES }: QueueKind) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // A process that was killed sends no heartbeat, so its jobs are passed on to others.
  heartbeatSeconds: 30,
  deleteAfterSeconds: DAY_SECONDS,
  // A job may wait for its time, or for a server to run at all.
  retentionSeconds: 90 * DAY_SECONDS,
});

/** Creates the tables of the queues in advance. */
export async function installQueues(connection: ConnectionSettings): Promise<void> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ ...queueConnection(connection), max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Creates or updates the queues of these kinds of jobs, if they differ from this release's definition. */
export async function prepareQueues(boss: PgBoss, kinds: readonly QueueKind[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of kinds) {
    const options = queueOptions(kind);
    const queue = present.get(kind.name);
    // Two concurrent runs of recurring work would only interfere with each other.
    if (!queue) await boss.createQueue(kind.name, { ...options, policy: kind.schedule ? "stately" : "standard" });
    else if (differs(queue, options)) await boss.updateQueue(kind.name, options);
  }
}

const differs = (queue: object, options: object): boolean =>
  Object.entries(options).some(([name, value]) => (queue as Record<string, unknown>)[name] !== value);
