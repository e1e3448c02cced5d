import type { Clock } from "@parlance/kernel/base/clock.ts";
import { ephemeralIdAfter } from "@parlance/kernel/events/event-ids.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import { hasExpired, type Poll } from "./queue-consumers.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/**
 * Time after a response during which other processes still treat the queue as polled, in milliseconds, because most
 * clients poll again immediately.
 */
const REPOLL_GRACE_MS = 5000;
/**
 * Range of the share of the heartbeat interval after which a heartbeat is sent. It is below 1 so that clients whose
 * timeout is only slightly longer than the interval never time out.
 */
const HEARTBEAT_SHARE = { least: 0.75, largest: 0.92 };

interface WaitOptions {
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly request?: Poll["request"];
}

/** The consumers in this process that wait for events. */
export class PendingPolls {
  readonly #clock: Clock;
  readonly #heartbeatSeconds: number;

  constructor({ clock, heartbeatSeconds }: { readonly clock: Clock; readonly heartbeatSeconds: number }) {
    this.#clock = clock;
    this.#heartbeatSeconds = heartbeatSeconds;
  }

  /** Waits for events. Returns null if an event was published since the log was read. */
  wait(feed: OrganizationFeed, { queue, consumer, request }: WaitOptions): Promise<readonly Delivery[]> | null {
    // If several polls were received at once, the earlier ones are ended here.
    this.end(feed, queue, []);
    if (!feed.park(queue)) return null;
    const { least, largest } = HEARTBEAT_SHARE;
    const seconds = this.#heartbeatSeconds * (least + Math.random() * (largest - least));
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

  /** Ends a wait with the given events, which may be empty. */
  end(feed: OrganizationFeed, queue: LiveQueue, deliveries: readonly Delivery[]): void {
    const { waiter } = queue;
    feed.unpark(queue);
    waiter?.resolve(deliveries);
  }

  /** Ends the wait of a client that has disconnected, and is not expected to poll again soon. */
  abandon(feed: OrganizationFeed, queue: LiveQueue): void {
    this.end(feed, queue, []);
    queue.markedPolledUntil = 0;
  }

  /** Ends all waits for which no events were found, because the clients are no longer authorized. */
  endIdle(feed: OrganizationFeed): void {
    for (const queue of feed.waitingQueues()) if (!queue.pendingBatch) this.end(feed, queue, []);
  }

  /** Ends the waits of consumers whose credential has expired, and sends a heartbeat where it is due. */
  sendHeartbeats(feeds: Iterable<OrganizationFeed>): void {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const feed of feeds) {
      // Ended polls are removed from the collection during the iteration. JavaScript's Map and Set allow this.
      for (const queue of feed.waitingQueues()) {
        const { waiter } = queue;
        if (!waiter) continue;
        if (hasExpired(waiter.consumer, now)) this.end(feed, queue, []);
        else if (waiter.heartbeatAt <= elapsed) this.#beat(feed, queue);
      }
    }
  }

  /** Sends a heartbeat, unless events that were already found are about to be sent anyway. */
  #beat(feed: OrganizationFeed, queue: LiveQueue): void {
    if (queue.pendingBatch) return;
    // Streams send their own kind of heartbeat.
    if (queue.waiter?.consumer.isStream) return this.end(feed, queue, []);
    // A heartbeat is not in the log. With its id, the client acknowledges that the events before it were not for this
    // queue, so that the log can be pruned.
    queue.scanned = Math.max(queue.scanned, feed.head);
    const id = ephemeralIdAfter(Math.max(queue.scanned, queue.lastId), 1);
    // If no id is left before the next event of the log, an empty response also shows that the connection works.
    if (id === null) return this.end(feed, queue, []);
    queue.delivered = id;
    this.end(feed, queue, [{ id, events: [JSON.stringify({ type: "heartbeat", id })] }]);
  }
}
