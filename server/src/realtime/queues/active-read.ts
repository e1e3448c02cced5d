import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { DeferredResult } from "@parlance/kernel/http/deferred-result.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import type { LiveQueue, QueueConsumer } from "./live-queue.ts";
import type { OrganizationFeed } from "../delivery/organization-feed.ts";
import { hasTurn } from "./queue-consumers.ts";

/** A poll or stream that is currently reading the events of a queue after `from`. */
export interface ActiveRead {
  readonly feed: OrganizationFeed;
  readonly queue: LiveQueue;
  readonly consumer: QueueConsumer;
  readonly from: number;
}

/** Events, or the result of a wait for events. */
export type ReadResult = readonly Delivery[] | DeferredResult<readonly Delivery[]>;

/**
 * Returns the queue's events after `from`. Returns none if another consumer has replaced this one: the queue records
 * how far the log was read, so the other consumer would skip events that only this one has received.
 */
export const collect = ({ feed, queue, consumer, from }: ActiveRead): MaybePromise<readonly Delivery[]> =>
  hasTurn(queue, consumer) ? feed.collect(queue, from) : [];
