import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { apply, type Registration, type State } from "@parlance/contract/state/index.ts";
import { confirms } from "./confirms.ts";
import { Source } from "../stores/writable-store.ts";

/** Something that the person has done. */
interface Pending {
  readonly events: readonly Event[];
  /** Those that the server has not told of. */
  readonly untold: Set<Event>;
}

/** What the server has confirmed, and what is shown: the same with what the person has done since. */
export class StateStore {
  readonly shown: Source<State>;
  readonly #registration: Registration;
  #confirmed: State;
  #pending: readonly Pending[] = [];

  constructor(state: State, registration: Registration) {
    this.#confirmed = state;
    this.#registration = registration;
    this.shown = new Source(state);
  }

  get confirmed(): State {
    return this.#confirmed;
  }

  /** Every event that shows and is not confirmed. */
  get pendingEvents(): readonly Event[] {
    return this.#pending.flatMap(({ events }) => events);
  }

  /** Returns what was known after each of the events. */
  receive(events: readonly Event[]): readonly State[] {
    const known = events.map((event) => {
      this.#confirmed = apply(this.#confirmed, event, this.#registration);
      this.#confirm(event);
      return this.#withPending();
    });
    this.shown.set(known.at(-1) ?? this.#withPending());
    return known;
  }

  /** Takes in what the server has answered, in the form in which events tell it. */
  readonly learn = (body: EventBody): void => void this.receive([{ ...body, id: UNDELIVERED }]);

  /** Begins anew from another registration. */
  replace(state: State): void {
    this.#confirmed = state;
    this.#show();
  }

  /** Shows what will come of something; returns what takes that back. */
  expect(bodies: readonly EventBody[]): () => void {
    const events = bodies.map((body) => ({ ...body, id: UNDELIVERED }));
    const entry = { events, untold: new Set(events) };
    this.#pending = [...this.#pending, entry];
    this.#show();
    return () => {
      this.#pending = this.#pending.filter((one) => one !== entry);
      this.#show();
    };
  }

  /** What the server has told of shows as it tells it from then on: somebody may undo it elsewhere at once. */
  #confirm(event: Event): void {
    for (const entry of this.#pending) {
      const told = [...entry.untold].find((expected) => confirms(event, expected));
      if (!told) continue;
      entry.untold.delete(told);
      if (entry.untold.size === 0) this.#pending = this.#pending.filter((one) => one !== entry);
      return;
    }
  }

  #show(): void {
    this.shown.set(this.#withPending());
  }

  #withPending(): State {
    return this.pendingEvents.reduce((state, event) => apply(state, event, this.#registration), this.#confirmed);
  }
}

/** The id of events that no queue has delivered. */
const UNDELIVERED = -1;
