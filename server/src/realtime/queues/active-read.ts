import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/** A poll or stream that is currently reading the events of a queue after `from`. */
export interface ActiveRead {
  readonly feed: OrganizationFeed;
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly from: number;
}

/** Events for a consumer, or a promise if the poll has to wait for them. */
export interface PollResult {
  readonly deliveries: readonly Delivery[] | Promise<readonly Delivery[]>;
}
