import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { apply, type Registration, type State } from "@parlance/contract/state/index.ts";
import { WritableStore } from "../stores/writable-store.ts";

/** Fields that distinguish events of the same type. They name the changed object, or the kind of change. */
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

/** Returns true if an event confirms an expected event. */
function confirmsExpectation(event: Event, expected: EventBody): boolean {
  if (event.type !== expected.type) return false;
  const [received, wanted]: readonly Fields[] = [{ ...event }, { ...expected }];
  if (!received || !wanted) return false;
  return (
    SUBJECT.every((key) => !(key in wanted) || wanted[key] === received[key]) &&
    lowerCase(wanted["topic_name"]) === lowerCase(received["topic_name"]) &&
    overlap(wanted["messages"], received["messages"])
  );
}

type Fields = Readonly<Record<string, unknown>>;

const lowerCase = (topic: unknown): string => (typeof topic === "string" ? topic.toLowerCase() : "");

/**
 * Returns true if the lists have an element in common, or if one of them is missing. The lists need not be equal,
 * because the server reports only the messages that were actually changed.
 */
const overlap = (wanted: unknown, received: unknown): boolean =>
  !Array.isArray(wanted) || !Array.isArray(received) || wanted.some((one) => received.includes(one));

/** A change made by the user that the server has not confirmed yet. */
interface PendingChange {
  readonly events: readonly Event[];
  /** The expected events that the server has not confirmed yet. */
  readonly unconfirmed: Set<Event>;
}

/**
 * Two versions of the state: as the server has confirmed it, and as it is shown, which has the user's pending changes
 * applied as well.
 */
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

  /** All events of pending changes. They are applied to the shown state, but not to the confirmed state. */
  get pendingEvents(): readonly Event[] {
    return this.#pending.flatMap(({ events }) => events);
  }

  /** Applies events. Returns the shown state after each of them. */
  receive(events: readonly Event[]): readonly State[] {
    const known = events.map((event) => {
      this.#confirmed = apply(this.#confirmed, event, this.#registration);
      this.#confirm(event);
      return this.#withPending();
    });
    this.shown.set(known.at(-1) ?? this.#withPending());
    return known;
  }

  /** Applies the data of a response in the same way as an event. */
  readonly applyResponse = (body: EventBody): void => void this.receive([{ ...body, id: UNDELIVERED_EVENT_ID }]);

  /** Replaces the confirmed state with the state of a new registration or of another page. */
  replace(state: State): void {
    this.#confirmed = state;
    this.#show();
  }

  /** Applies the expected result of a change to the shown state. Returns a function that undoes it. */
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
   * Marks an expected event as confirmed. When all events of a change are confirmed, the change is no longer pending.
   * If it were still applied to the server's state, it would hide that another browser tab has undone it.
   */
  #confirm(event: Event): void {
    for (const entry of this.#pending) {
      const confirmed = [...entry.unconfirmed].find((expected) => confirmsExpectation(event, expected));
      if (!confirmed) continue;
      entry.unconfirmed.delete(confirmed);
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

/** The id of events that did not come from an event queue. */
const UNDELIVERED_EVENT_ID = -1;
