import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/** A queue that somebody has begun to read, after the event `from`. */
export interface ActiveRead {
  readonly feed: OrganizationFeed;
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly from: number;
}

/** What was found for a reader, or is to be waited for. */
export interface PollResult {
  readonly deliveries: readonly Delivery[] | Promise<readonly Delivery[]>;
}
