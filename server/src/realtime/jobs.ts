import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { deleteIdleQueues, pruneLog } from "./queue-store.ts";
import type { Queues } from "./queues.ts";

interface Limits {
  readonly idleSeconds: number;
  readonly logMaxAgeSeconds: number;
}

/** Deletes queues that idled out, and the part of the log that no queue needs any more. */
export const pruneQueues = (queues: Queues, { idleSeconds, logMaxAgeSeconds }: Limits): JobDeclaration => ({
  name: "prune-event-queues",
  payload: z.object({}),
  schedule: "* * * * *",
  async run({ db, clock }) {
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
    const idle = await db.write((tx) => deleteIdleQueues(tx, ago(idleSeconds)));
    queues.forget(idle);
    await db.write((tx) => pruneLog(tx, ago(logMaxAgeSeconds)));
  },
});
