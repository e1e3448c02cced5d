import type { Clock } from "@parlance/kernel/base/clock.ts";
import { ephemeralIdAfter } from "@parlance/kernel/events/event-ids.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import { hasExpired, type Poll } from "./queue-consumers.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/** For how long after an answer others go on taking a queue for one that is held, in ms: most clients poll again at once. */
const REPOLL_GRACE_MS = 5000;
/** A heartbeat comes after this share of its interval: clients that wait a little longer than it never time out. */
const HEARTBEAT_SHARE = { least: 0.75, most: 0.92 };

interface WaitOptions {
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly request?: Poll["request"];
}

/** Those who wait for events at the queues of this process. */
export class PendingPolls {
  readonly #clock: Clock;
  readonly #heartbeatSeconds: number;

  constructor({ clock, heartbeatSeconds }: { readonly clock: Clock; readonly heartbeatSeconds: number }) {
    this.#clock = clock;
    this.#heartbeatSeconds = heartbeatSeconds;
  }

  /** Null when something arrived since the log was looked at. */
  wait(feed: OrganizationFeed, { queue, consumer, request }: WaitOptions): Promise<readonly Delivery[]> | null {
    // Polls that came together may all have got here.
    this.end(feed, queue, []);
    if (!feed.park(queue)) return null;
    const { least, most } = HEARTBEAT_SHARE;
    const seconds = this.#heartbeatSeconds * (least + Math.random() * (most - least));
    return new Promise((resolve) => {
      const answer = (deliveries: readonly Delivery[]) => {
        queue.touch(this.#clock.elapsed());
        queue.markedPolledUntil = queue.lastPolledAt + REPOLL_GRACE_MS;
        resolve(hasExpired(consumer, this.#clock.now()) ? [] : deliveries);
      };
      const waiter = { consumer, resolve: answer, heartbeatAt: this.#clock.elapsed() + seconds * 1000 };
      queue.waiter = waiter;
      request?.onDisconnect(() => {
        if (queue.waiter === waiter) this.abandon(feed, queue);
      });
    });
  }

  /** Ends a wait with what there is, even nothing. */
  end(feed: OrganizationFeed, queue: LiveQueue, deliveries: readonly Delivery[]): void {
    const { waiter } = queue;
    feed.unpark(queue);
    waiter?.resolve(deliveries);
  }

  /** Ends the wait of somebody who has gone, and need not be expected back at once. */
  abandon(feed: OrganizationFeed, queue: LiveQueue): void {
    this.end(feed, queue, []);
    queue.markedPolledUntil = 0;
  }

  /** Ends the waits of all for whom nothing has come: they would not be let in any more. */
  endIdle(feed: OrganizationFeed): void {
    for (const queue of feed.waitingQueues()) if (!queue.pendingBatch) this.end(feed, queue, []);
  }

  /** Ends the waits of readers whose credential has expired, and sends a heartbeat to those that have waited for long. */
  sendHeartbeats(feeds: Iterable<OrganizationFeed>): void {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const feed of feeds) {
      // Polls that end leave the collection while it is walked through, which it bears.
      for (const queue of feed.waitingQueues()) {
        const { waiter } = queue;
        if (!waiter) continue;
        if (hasExpired(waiter.consumer, now)) this.end(feed, queue, []);
        else if (waiter.heartbeatAt <= elapsed) this.#beat(feed, queue);
      }
    }
  }

  /** What was found meanwhile says so too. */
  #beat(feed: OrganizationFeed, queue: LiveQueue): void {
    if (queue.pendingBatch) return;
    // Streams say so in their own way.
    if (queue.waiter?.consumer.isStream) return this.end(feed, queue, []);
    // Not in the log. Its id lets the client acknowledge that the events before it were not for this queue, and the log be pruned.
    queue.scanned = Math.max(queue.scanned, feed.head);
    const id = ephemeralIdAfter(Math.max(queue.scanned, queue.lastId), 1);
    // Where no ids are left until the next event of the log, an answer without events shows that the connection lives.
    if (id === null) return this.end(feed, queue, []);
    queue.delivered = id;
    this.end(feed, queue, [{ id, events: [JSON.stringify({ type: "heartbeat", id })] }]);
  }
}
