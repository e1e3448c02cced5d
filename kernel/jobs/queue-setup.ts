import type { PgBoss } from "pg-boss";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "../db/pool.ts";
import type { JobKind } from "./job.ts";

const DEFAULT_RETRIES = 5;
const DAY_SECONDS = 86_400;

/** How every process of the server reaches the queues. */
export const queueConnection = (connection: ConnectionSettings) => ({
  ...connection,
  ...CONNECTION_OPTIONS,
  application_name: "parlance jobs",
  schema: "jobs",
});

/** What a queue is made from. */
type QueueKind = Pick<JobKind, "name" | "retries" | "schedule">;

const queueOptions = ({ retries = DEFAULT_RETRIES }: QueueKind) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Of a process that was killed no heartbeat comes, and its jobs are given to others.
  heartbeatSeconds: 30,
  deleteAfterSeconds: DAY_SECONDS,
  // A job may wait for its time, or for a server to run at all.
  retentionSeconds: 90 * DAY_SECONDS,
});

/** Makes the tables of the queues in advance. */
export async function installQueues(connection: ConnectionSettings): Promise<void> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ ...queueConnection(connection), max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Makes the queues of these kinds of jobs as this release wants them, where they are not so yet. */
export async function prepareQueues(boss: PgBoss, kinds: readonly QueueKind[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const kind of kinds) {
    const options = queueOptions(kind);
    const queue = present.get(kind.name);
    // Two runs of recurring work side by side would only get in each other's way.
    if (!queue) await boss.createQueue(kind.name, { ...options, policy: kind.schedule ? "stately" : "standard" });
    else if (differs(queue, options)) await boss.updateQueue(kind.name, options);
  }
}

const differs = (queue: object, options: object): boolean =>
  Object.entries(options).some(([name, value]) => (queue as Record<string, unknown>)[name] !== value);
