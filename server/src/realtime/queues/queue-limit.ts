import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { closeQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { TooManyEventQueues } from "../errors.ts";
import { countQueues, lockSurplus } from "./persistence/queue-store.ts";
import type { EventQueues } from "./event-queues.ts";

interface QueueLimitContext {
  readonly db: PostgresDatabase;
  readonly queues: EventQueues;
  readonly queuesPerAccount: number;
}

/**
 * Closes an account's queues beyond the limit: those that were not polled for the longest time, except queues with a
 * waiting poll. Call this after a new queue is committed. If several queues are registered at the same time, even at
 * different processes, the last check then sees all of them.
 * @throws TooManyEventQueues if the new queue is the one that must be closed
 */
export async function enforceQueueLimit(
  { db, queues, queuesPerAccount }: QueueLimitContext,
  actor: Actor,
  newQueueId: string,
) {
  if ((await countQueues(db.reader, actor.id)) <= queuesPerAccount) return;
  await queues.persister.saveQueuesOfUser(actor.id);
  const surplus = await db.write(async (tx) => {
    const ids = await lockSurplus(tx, actor.id, queuesPerAccount, queues.persister.runningTime);
    if (ids.length > 0) await closeQueues(tx, actor.realmId, ids);
    return ids;
  });
  queues.forget(surplus);
  if (surplus.includes(newQueueId)) throw new TooManyEventQueues({ limit: queuesPerAccount });
}
