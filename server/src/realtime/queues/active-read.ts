import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/** A read of a queue in progress, of the events after `from`. */
export interface ActiveRead {
  readonly feed: OrganizationFeed;
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly from: number;
}

/** Events for a consumer, or a promise of them. */
export interface PollResult {
  readonly deliveries: readonly Delivery[] | Promise<readonly Delivery[]>;
}
