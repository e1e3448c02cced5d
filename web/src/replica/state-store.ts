import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { apply, type Registration, type State } from "@parlance/contract/state/index.ts";
import { Source } from "./source.ts";

/** What the server has confirmed, and what is shown: the same with what the person has done since. */
export class StateStore {
  readonly shown: Source<State>;
  readonly #registration: Registration;
  #confirmed: State;
  #pending: readonly { readonly events: readonly Event[] }[] = [];

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

  receive(events: readonly Event[]): void {
    this.#confirmed = events.reduce((state, event) => apply(state, event, this.#registration), this.#confirmed);
    this.#show();
  }

  /** Begins anew from another registration. */
  replace(state: State): void {
    this.#confirmed = state;
    this.#show();
  }

  /** Shows what will come of something; returns what takes that back. */
  expect(bodies: readonly EventBody[]): () => void {
    const entry = { events: bodies.map((body) => ({ ...body, id: PENDING })) };
    this.#pending = [...this.#pending, entry];
    this.#show();
    return () => {
      this.#pending = this.#pending.filter((one) => one !== entry);
      this.#show();
    };
  }

  #show(): void {
    this.shown.set(
      this.pendingEvents.reduce((state, event) => apply(state, event, this.#registration), this.#confirmed),
    );
  }
}

/** The id of events that no queue has delivered. */
const PENDING = -1;
