import type { EphemeralEvent } from "@parlance/kernel/events/ephemeral-event.ts";
import { firstSubEventId, ephemeralIdAfter } from "@parlance/kernel/events/event-ids.ts";
import type { LoggedEvent, StoredEvent } from "@parlance/kernel/events/event-log.ts";
import type { Presenters } from "@parlance/kernel/events/presenter.ts";
import { isRealmDeactivated } from "#modules/organizations/core/events.ts";
import { type Delivery, deliveryLength } from "./delivery-batch.ts";
import type { LiveQueue } from "../queues/live-queue.ts";
import { findDeliveryReason, type EventRecipients, ephemeralRecipients } from "./event-recipients.ts";

/**
 * An event of the log with its recipients. Clients with different options get different JSON variants (forms) of the
 * event. Each variant is serialized only once, however many recipients get it.
 */
export class DeliverableEvent {
  readonly id: number;
  readonly recipients: EventRecipients;
  readonly #event: LoggedEvent;
  readonly #presenters: Presenters;
  readonly #forms = new Map<string, Delivery>();
  #size: number;
  readonly #onGrown: (characters: number) => void;

  /** `onGrown` is called with the number of additional characters whenever a form is added. */
  constructor(
    event: LoggedEvent,
    readers: EventRecipients,
    presenters: Presenters,
    onGrown: (characters: number) => void = () => undefined,
  ) {
    this.#onGrown = onGrown;
    this.id = event.id;
    this.#size = event.size;
    this.recipients = readers;
    this.#event = event;
    this.#presenters = presenters;
  }

  /** Number of characters that the event and its JSON variants use in memory. */
  get size(): number {
    return this.#size;
  }

  /**
   * Returns the part of the event that the queue's client has not acknowledged yet, or null if there is nothing to
   * deliver.
   */
  deliveryFor(queue: LiveQueue): Delivery | null {
    // Another process that was ahead of this one may already have delivered the event.
    if (queue.acked >= this.id) return null;
    const form = findForm(this.#event.payload, this.recipients, queue, this.#presenters);
    if (!form) return null;
    const delivery = this.#forms.get(form.name) ?? this.#serialize(form);
    if (delivery.events.length === 0) return null;
    const acknowledged = queue.acked - firstSubEventId(this.id, delivery.events.length) + 1;
    return acknowledged > 0 ? { ...delivery, events: delivery.events.slice(acknowledged) } : delivery;
  }

  #serialize({ name, present }: EventForm): Delivery {
    const parts = present();
    const delivery = createDelivery(parts, firstSubEventId(this.id, parts.length), this.#event.payload);
    const characters = deliveryLength(delivery);
    this.#forms.set(name, delivery);
    this.#size += characters;
    this.#onGrown(characters);
    return delivery;
  }
}

/**
 * Returns the delivery of an ephemeral event to a queue, with ids that follow `lastId`. Null if the queue does not
 * receive the event, or if too few ids are left before the next event of the log.
 */
export function createEphemeralDelivery(
  event: EphemeralEvent,
  queue: LiveQueue,
  { lastId, presenters }: { readonly lastId: number; readonly presenters: Presenters },
): Delivery | null {
  const parts = findForm(event.payload, ephemeralRecipients(event), queue, presenters)?.present() ?? [];
  const firstId = ephemeralIdAfter(lastId, parts.length);
  return parts.length === 0 || firstId === null ? null : createDelivery(parts, firstId, event.payload);
}

/** The types of events that contain secrets: keys of bots, and links to exports. */
export const secretEventTypes: ReadonlySet<string> = new Set(["realm_bot", "realm_export"]);

function createDelivery(parts: readonly object[], firstId: number, payload: StoredEvent): Delivery {
  const events = parts.map((part, index) => JSON.stringify({ ...part, id: firstId + index }));
  return {
    id: firstId + parts.length - 1,
    events,
    isFinal: isRealmDeactivated(payload),
    hasSecrets: secretEventTypes.has(payload.type),
  };
}

/** A JSON variant of an event. Queues whose variants have the same name receive the same JSON. */
interface EventForm {
  readonly name: string;
  /** Creates the objects that are sent to clients, without ids. */
  readonly present: () => readonly object[];
}

function findForm(
  payload: StoredEvent,
  readers: EventRecipients,
  queue: LiveQueue,
  presenters: Presenters,
): EventForm | null {
  const presenter = presenters.get(payload.type);
  const types = presenter?.types ?? [payload.type];
  if (queue.eventTypes && !types.some((type) => queue.eventTypes?.has(type))) return null;
  const how = findDeliveryReason(queue, readers);
  if (how === null) return null;
  if (!presenter) return { name: how, present: () => [payload] };
  const isDirect = how === "direct";
  const variant = presenter.variant(payload, queue, isDirect);
  if (variant === null) return null;
  return { name: `${how} ${variant}`, present: () => presenter.present(payload, queue, isDirect) };
}
