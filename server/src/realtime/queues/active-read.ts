import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";

/** A poll or stream that is currently reading the events of a queue after `from`. */
export interface ActiveRead {
  readonly feed: OrganizationFeed;
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly from: number;
}
