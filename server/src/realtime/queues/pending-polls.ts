import type { Clock } from "@parlance/kernel/base/clock.ts";
import { ephemeralIdAfter } from "@parlance/kernel/events/event-ids.ts";
import { DeferredResult } from "@parlance/kernel/http/deferred-result.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, PendingConsumer, QueueConsumer, SeenPositions } from "./live-queue.ts";
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
  readonly request: Poll["request"] | undefined;
}

/** A poll or a stream that waits. Its result is the events for which it waits. */
class PendingPoll extends DeferredResult<readonly Delivery[]> implements PendingConsumer {
  readonly consumer: QueueConsumer;
  readonly heartbeatAt: number;
  seen: SeenPositions | null = null;
  endsWithoutEvents = false;
  readonly #queue: LiveQueue;
  readonly #clock: Clock;

  constructor(queue: LiveQueue, consumer: QueueConsumer, clock: Clock, heartbeatAt: number) {
    super();
    this.consumer = consumer;
    this.heartbeatAt = heartbeatAt;
    this.#queue = queue;
    this.#clock = clock;
  }

  resolve(deliveries: readonly Delivery[]): void {
    this.#end();
    this.settle(() => (hasExpired(this.consumer, this.#clock) ? [] : deliveries));
  }

  reject(error: unknown): void {
    this.#end();
    this.settle(() => {
      throw error;
    });
  }

  #end(): void {
    this.#queue.touch(this.#clock.elapsed());
    this.#queue.markedPolledUntil = this.#queue.lastPolledAt + REPOLL_GRACE_MS;
  }
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
  wait(feed: OrganizationFeed, { queue, consumer, request }: WaitOptions): DeferredResult<readonly Delivery[]> | null {
    // If several polls were received at once, the earlier ones are ended here.
    this.end(feed, queue, []);
    if (!feed.park(queue)) return null;
    const waiter = new PendingPoll(queue, consumer, this.#clock, this.#nextHeartbeat());
    queue.waiter = waiter;
    request?.onDisconnect(() => {
      if (queue.waiter === waiter) this.abandon(feed, queue);
    });
    return waiter;
  }

  /** Returns the time at which a wait that starts now gets a heartbeat. */
  #nextHeartbeat(): number {
    const { least, largest } = HEARTBEAT_SHARE;
    const seconds = this.#heartbeatSeconds * (least + Math.random() * (largest - least));
    return this.#clock.elapsed() + seconds * 1000;
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

  /** Ends all waits, because the clients are no longer authorized. Events that are not sent yet are still sent. */
  endAll(feed: OrganizationFeed): void {
    for (const queue of feed.waitingQueues()) {
      if (queue.waiter?.seen) queue.waiter.endsWithoutEvents = true;
      else this.end(feed, queue, []);
    }
  }

  /** Ends the waits of consumers whose credential has expired, and sends a heartbeat where it is due. */
  sendHeartbeats(feeds: Iterable<OrganizationFeed>): void {
    const now = this.#clock.now();
    const clock = { now: () => now };
    const elapsed = this.#clock.elapsed();
    for (const feed of feeds) {
      // Ended polls are removed from the collection during the iteration. JavaScript's Map and Set allow this.
      for (const queue of feed.waitingQueues()) {
        const { waiter } = queue;
        if (!waiter) continue;
        if (hasExpired(waiter.consumer, clock)) this.end(feed, queue, []);
        else if (waiter.heartbeatAt <= elapsed) this.#beat(feed, queue);
      }
    }
  }

  /** Sends a heartbeat, unless events may be about to be sent anyway. */
  #beat(feed: OrganizationFeed, queue: LiveQueue): void {
    if (queue.waiter?.seen) return;
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
