import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { apply, type Registration, type State } from "@parlance/contract/state/index.ts";
import { WritableStore } from "../stores/writable-store.ts";

/** What events of one type say which thing it is about, and what became of it. */
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

/** Whether an event is the one by which the server tells of something that was expected. */
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

/** The server tells only of those that changed by it. */
const overlap = (wanted: unknown, told: unknown): boolean =>
  !Array.isArray(wanted) || !Array.isArray(told) || wanted.some((one) => told.includes(one));

/** Something that the person has done. */
interface PendingChange {
  readonly events: readonly Event[];
  /** Those that the server has not told of. */
  readonly unconfirmed: Set<Event>;
}

/** What the server has confirmed, and what is shown: the same with what the person has done since. */
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
  readonly applyResponse = (body: EventBody): void => void this.receive([{ ...body, id: UNDELIVERED_EVENT_ID }]);

  /** Begins anew from another registration. */
  replace(state: State): void {
    this.#confirmed = state;
    this.#show();
  }

  /** Shows what will come of something; returns what takes that back. */
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

  /** What the server has told of shows as it tells it from then on: somebody may undo it elsewhere at once. */
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

/** The id of events that no queue has delivered. */
const UNDELIVERED_EVENT_ID = -1;
