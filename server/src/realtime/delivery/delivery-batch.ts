import type { EventBatch } from "@parlance/kernel/http/event-batches.ts";

/** An event in the form that a queue receives: one event on the wire, or more. */
export type Delivery = EventBatch;

/** Characters of its events. */
export const deliveryLength = ({ events }: Delivery): number => events.reduce((sum, { length }) => sum + length, 0);

/** Bounds of one answer; what is beyond them comes with the client's next poll. */
const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_CHARACTERS = 4_000_000;

/** An answer that grows up to its bounds. */
export class DeliveryBatch {
  readonly deliveries: Delivery[] = [];
  #characters = 0;
  /** The last event that was looked at for it, where it was full before the others. */
  scannedUpTo: number | undefined;

  get isFull(): boolean {
    return this.deliveries.length >= MAX_BATCH_EVENTS || this.#characters >= MAX_BATCH_CHARACTERS;
  }

  add(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#characters += deliveryLength(delivery);
  }
}
