import type { Clock } from "#kernel/clock.ts";
import { unloggedIdAfter } from "#kernel/events/event-ids.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueReader } from "./live-queue.ts";
import { hasExpired, type Poll } from "./queue-consumers.ts";
import type { RealmFeed } from "../delivery/organization-feed.ts";

/** For how long after an answer others go on taking a queue for one that is held, in ms: most clients poll again at once. */
const GRACE_MS = 5000;
/** A heartbeat comes after this share of its interval: clients that wait a little longer than it never time out. */
const HEARTBEAT_SHARE = { least: 0.75, most: 0.92 };

interface Wait {
  readonly queue: LiveQueue;
  readonly reader: QueueReader;
  readonly request?: Poll["request"];
}

/** Those who wait for events at the queues of this process. */
export class Waits {
  readonly #clock: Clock;
  readonly #heartbeatSeconds: number;

  constructor({ clock, heartbeatSeconds }: { readonly clock: Clock; readonly heartbeatSeconds: number }) {
    this.#clock = clock;
    this.#heartbeatSeconds = heartbeatSeconds;
  }

  /** Null when something arrived since the log was looked at. */
  begin(feed: RealmFeed, { queue, reader, request }: Wait): Promise<readonly Delivery[]> | null {
    // Polls that came together may all have got here.
    this.end(feed, queue, []);
    if (!feed.park(queue)) return null;
    const { least, most } = HEARTBEAT_SHARE;
    const seconds = this.#heartbeatSeconds * (least + Math.random() * (most - least));
    return new Promise((resolve) => {
      const answer = (deliveries: readonly Delivery[]) => {
        queue.touch(this.#clock.elapsed());
        queue.heldUntil = queue.lastUsed + GRACE_MS;
        resolve(hasExpired(reader, this.#clock.now()) ? [] : deliveries);
      };
      const waiter = { reader, answer, heartbeatAt: this.#clock.elapsed() + seconds * 1000 };
      queue.waiter = waiter;
      request?.onGone(() => {
        if (queue.waiter === waiter) this.abandon(feed, queue);
      });
    });
  }

  /** Ends a wait with what there is, even nothing. */
  end(feed: RealmFeed, queue: LiveQueue, deliveries: readonly Delivery[]): void {
    const { waiter } = queue;
    feed.unpark(queue);
    waiter?.answer(deliveries);
  }

  /** Ends the wait of somebody who has gone, and need not be expected back at once. */
  abandon(feed: RealmFeed, queue: LiveQueue): void {
    this.end(feed, queue, []);
    queue.heldUntil = 0;
  }

  /** Ends the waits of all for whom nothing has come: they would not be let in any more. */
  endIdle(feed: RealmFeed): void {
    for (const queue of feed.waitingQueues()) if (!queue.found) this.end(feed, queue, []);
  }

  /** Ends the waits of readers whose credential has expired, and sends a heartbeat to those that have waited for long. */
  beat(feeds: Iterable<RealmFeed>): void {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const feed of feeds) {
      // Polls that end leave the collection while it is walked through, which it bears.
      for (const queue of feed.waitingQueues()) {
        const { waiter } = queue;
        if (!waiter) continue;
        if (hasExpired(waiter.reader, now)) this.end(feed, queue, []);
        else if (waiter.heartbeatAt <= elapsed) this.#beat(feed, queue);
      }
    }
  }

  /** What was found meanwhile says so too. */
  #beat(feed: RealmFeed, queue: LiveQueue): void {
    if (queue.found) return;
    // Streams say so in their own way.
    if (queue.waiter?.reader.isStream) return this.end(feed, queue, []);
    // Not in the log. Its id lets the client acknowledge that the events before it were not for this queue, and the log be pruned.
    queue.scanned = Math.max(queue.scanned, feed.head);
    const id = unloggedIdAfter(Math.max(queue.scanned, queue.lastId), 1);
    // Where no ids are left until the next event of the log, an answer without events shows that the connection lives.
    if (id === null) return this.end(feed, queue, []);
    queue.given = id;
    this.end(feed, queue, [{ id, events: [JSON.stringify({ type: "heartbeat", id })] }]);
  }
}
