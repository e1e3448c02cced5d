import type { EventBatch } from "@parlance/kernel/http/event-batches.ts";

/** An event in the JSON variant that a queue receives. It can consist of several events on the wire. */
export type Delivery = EventBatch;

/** Returns the total number of characters of a delivery's events. */
export const deliveryLength = ({ events }: Delivery): number => events.reduce((sum, { length }) => sum + length, 0);

/** Limits of one response. Events beyond them follow with the client's next poll. */
const MAX_BATCH_EVENTS = 1000;
const MAX_BATCH_CHARACTERS = 4_000_000;

/** The events of one response, up to the limits above. */
export class DeliveryBatch {
  readonly deliveries: Delivery[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.deliveries.length >= MAX_BATCH_EVENTS || this.#characters >= MAX_BATCH_CHARACTERS;
  }

  add(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#characters += deliveryLength(delivery);
  }
}
