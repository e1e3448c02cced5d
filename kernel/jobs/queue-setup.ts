import type { PgBoss } from "pg-boss";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "../db/pool.ts";
import type { JobKind } from "./job.ts";

const DEFAULT_RETRIES = 5;
const DAY_SECONDS = 86_400;

/** Returns the settings of the connections to the queues, which are the same for all processes of the server. */
export const queueConnection = (connection: ConnectionSettings) => ({
  ...connection,
  ...CONNECTION_OPTIONS,
  application_name: "parlance jobs",
  schema: "jobs",
});

/** The properties of a kind of job that its queue depends on. */
type QueueKind = Pick<JobKind, "name" | "retries" | "schedule">;

const queueOptions = ({ retries = DEFAULT_RETRIES }: QueueKind) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // A killed process stops sending heartbeats, and its jobs are then given to other processes.
  heartbeatSeconds: 30,
  deleteAfterSeconds: DAY_SECONDS,
  // A job may have to wait for its scheduled time, or until a server runs again.
  retentionSeconds: 90 * DAY_SECONDS,
});

/** Creates the tables of the queues, before any queue is used. */
export async function installQueues(connection: ConnectionSettings): Promise<void> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ ...queueConnection(connection), max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Creates the queues of these kinds of jobs, and updates those that differ from this release's definition. */
export async function prepareQueues(boss: PgBoss, kinds: readonly QueueKind[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of kinds) {
    const options = queueOptions(kind);
    const queue = present.get(kind.name);
    // Recurring jobs of a kind must not run concurrently, because they would interfere with each other.
    if (!queue) await boss.createQueue(kind.name, { ...options, policy: kind.schedule ? "stately" : "standard" });
    else if (differs(queue, options)) await boss.updateQueue(kind.name, options);
  }
}

const differs = (queue: object, options: object): boolean =>
  Object.entries(options).some(([name, value]) => (queue as Record<string, unknown>)[name] !== value);
