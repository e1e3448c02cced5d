import type { EventBatch } from "@parlance/kernel/http/event-batches.ts";

/** An event in the form that a queue receives: one or more events on the wire. */
export type Delivery = EventBatch;

/** Number of characters of its events. */
export const deliveryLength = ({ events }: Delivery): number => events.reduce((sum, { length }) => sum + length, 0);

/** Limits of one response. Events beyond them follow with the client's next poll. */
const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_CHARACTERS = 4_000_000;

/** A response that is filled up to its limits. */
export class DeliveryBatch {
  readonly deliveries: Delivery[] = [];
  #characters = 0;
  /** The last event that was examined for it, if the batch was full before the batches of other queues. */
  scannedUpTo: number | undefined;

  get isFull(): boolean {
    return this.deliveries.length >= MAX_BATCH_EVENTS || this.#characters >= MAX_BATCH_CHARACTERS;
  }

  add(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#characters += deliveryLength(delivery);
  }
}
