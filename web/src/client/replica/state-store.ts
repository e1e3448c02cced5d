import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { apply, type Registration, type State } from "@parlance/contract/state/index.ts";
import { WritableStore } from "../stores/writable-store.ts";

/** Fields that identify the object and the kind of change in events of the same type. */
const SUBJECT = [
  "op",
  "flag",
  "property",
  "message_id",
  "stream_id",
  "user_id",
  "emoji_code",
  "reaction_type",
  "saved_snippet_id",
  "scheduled_message_id",
  "draft_id",
  "reminder_id",
] as const;

/** Whether an event confirms an expected event. */
function confirmsExpectation(event: Event, expected: EventBody): boolean {
  if (event.type !== expected.type) return false;
  const [told, wanted]: readonly Fields[] = [{ ...event }, { ...expected }];
  if (!told || !wanted) return false;
  return (
    SUBJECT.every((key) => !(key in wanted) || wanted[key] === told[key]) &&
    lowerCase(wanted["topic_name"]) === lowerCase(told["topic_name"]) &&
    overlap(wanted["messages"], told["messages"])
  );
}

type Fields = Readonly<Record<string, unknown>>;

const lowerCase = (topic: unknown): string => (typeof topic === "string" ? topic.toLowerCase() : "");

/** True if the lists share an element. The server reports only the messages that were actually changed. */
const overlap = (wanted: unknown, told: unknown): boolean =>
  !Array.isArray(wanted) || !Array.isArray(told) || wanted.some((one) => told.includes(one));

/** A change by the user that is not confirmed. */
interface PendingChange {
  readonly events: readonly Event[];
  /** The expected events that the server has not confirmed yet. */
  readonly unconfirmed: Set<Event>;
}

/** The confirmed state, and the state shown, which also has the pending changes applied. */
export class StateStore {
  readonly shown: WritableStore<State>;
  readonly #registration: Registration;
  #confirmed: State;
  #pending: readonly PendingChange[] = [];

  constructor(state: State, registration: Registration) {
    this.#confirmed = state;
    this.#registration = registration;
    this.shown = new WritableStore(state);
  }

  get confirmed(): State {
    return this.#confirmed;
  }

  /** All events that are applied to the state shown and are not confirmed. */
  get pendingEvents(): readonly Event[] {
    return this.#pending.flatMap(({ events }) => events);
  }

  /** Applies events. Returns the state after each of them. */
  receive(events: readonly Event[]): readonly State[] {
    const known = events.map((event) => {
      this.#confirmed = apply(this.#confirmed, event, this.#registration);
      this.#confirm(event);
      return this.#withPending();
    });
    this.shown.set(known.at(-1) ?? this.#withPending());
    return known;
  }

  /** Applies the server's response to a request, in the form of an event. */
  readonly applyResponse = (body: EventBody): void => void this.receive([{ ...body, id: UNDELIVERED_EVENT_ID }]);

  /** Replaces the state with that of a new registration. */
  replace(state: State): void {
    this.#confirmed = state;
    this.#show();
  }

  /** Applies the expected result of a change to the state shown. Returns a function that undoes it. */
  expect(bodies: readonly EventBody[]): () => void {
    const events = bodies.map((body) => ({ ...body, id: UNDELIVERED_EVENT_ID }));
    const entry = { events, unconfirmed: new Set(events) };
    this.#pending = [...this.#pending, entry];
    this.#show();
    return () => {
      this.#pending = this.#pending.filter((one) => one !== entry);
      this.#show();
    };
  }

  /**
   * Removes an expectation once it is confirmed, so that the server's state is shown from then on: it may be undone
   * elsewhere immediately.
   */
  #confirm(event: Event): void {
    for (const entry of this.#pending) {
      const told = [...entry.unconfirmed].find((expected) => confirmsExpectation(event, expected));
      if (!told) continue;
      entry.unconfirmed.delete(told);
      if (entry.unconfirmed.size === 0) this.#pending = this.#pending.filter((one) => one !== entry);
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

/** Id of events that were not delivered by a queue. */
const UNDELIVERED_EVENT_ID = -1;
