import type { LoggedEvent } from "#kernel/events/log.ts";
import type { Presenters } from "#kernel/events/presenter.ts";
import { isRealmDeactivated } from "#modules/1-ground/realms/events.ts";
import { type Delivery, lengthOf } from "./answer.ts";
import type { LiveQueue } from "./live-queue.ts";
import { hearing, type Readers } from "./readers.ts";

/** An event of the log with its readers, and each of its forms serialised once, however many readers it has. */
export class DeliverableEvent {
  readonly id: number;
  readonly readers: Readers;
  readonly #event: LoggedEvent;
  readonly #presenters: Presenters;
  readonly #forms = new Map<string, Delivery>();
  #size: number;
  /** Called with how many characters more there are to keep, whenever there is another form. */
  onGrown: (characters: number) => void = () => undefined;

  constructor(event: LoggedEvent, readers: Readers, presenters: Presenters) {
    this.id = event.id;
    this.#size = event.size;
    this.readers = readers;
    this.#event = event;
    this.#presenters = presenters;
  }

  /** Characters of what is kept of the event. */
  get size(): number {
    return this.#size;
  }

  /** What this queue receives of the event, or null. */
  for(queue: LiveQueue): Delivery | null {
    const { payload } = this.#event;
    const presenter = this.#presenters.get(payload.type);
    const types = presenter?.types ?? [payload.type];
    if (queue.eventTypes && !types.some((type) => queue.eventTypes?.has(type))) return null;
    const how = hearing(queue, this.readers);
    if (how === null) return null;
    const variant = presenter ? presenter.variant(payload, queue, how === "direct") : "";
    if (variant === null) return null;
    const form = this.#form(`${how} ${variant}`, queue, how === "direct");
    return form.events.length === 0 ? null : form;
  }

  #form(key: string, queue: LiveQueue, direct: boolean): Delivery {
    const known = this.#forms.get(key);
    if (known) return known;
    const { payload } = this.#event;
    const presenter = this.#presenters.get(payload.type);
    const wire = presenter ? presenter.present(payload, queue, direct) : [payload];
    const events = wire.map((event) => JSON.stringify({ ...event, id: this.id }));
    const form = { id: this.id, events, isFarewell: isRealmDeactivated(payload) };
    const characters = lengthOf(form);
    this.#forms.set(key, form);
    this.#size += characters;
    this.onGrown(characters);
    return form;
  }
}
