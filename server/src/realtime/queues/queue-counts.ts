import type { LiveQueue } from "./live-queue.ts";

/** Numbers of the event queues of a process, and of the connections that read them. */
export interface QueueCounts {
  readonly queues: number;
  /** Waiting polls and waiting streams. */
  readonly waiting: number;
  readonly waitingPolls: number;
  /** Open streams, whether they are waiting or sending. */
  readonly streams: number;
}

export function countQueues(queues: Iterable<LiveQueue>): QueueCounts {
  const counts = { queues: 0, waiting: 0, waitingPolls: 0, streams: 0 };
  for (const { waiter, activeStreams } of queues) {
    counts.queues += 1;
    counts.streams += activeStreams;
    if (waiter) counts.waiting += 1;
    if (waiter && !waiter.consumer.isStream) counts.waitingPolls += 1;
  }
  return counts;
}
