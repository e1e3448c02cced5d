import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import {
  apply,
  channelsWithUnknownPast,
  fieldsNotInEvent,
  fieldsWithoutEvents,
  type Registration,
  type State,
  withoutPast,
} from "@parlance/contract/state/index.ts";
import type { Parameters } from "@parlance/client";
import type { Client, Person, ReceivedEvent } from "./organization/test-user.ts";

const ENVELOPE = ["result", "msg", "status", "headers", "body"];

/** How `registers` registers, unless told otherwise. */
const registration: Registration = { clientGravatar: false, includeSubscribers: true, slimPresence: false };

const at = (state: object, name: string): unknown => (state as Record<string, unknown>)[name];

interface Comparison extends Partial<Registration> {
  /** Fields that are not compared. */
  readonly unless?: readonly string[];
  /** What of each state is compared; default: all. */
  readonly compared?: (state: State) => object;
}

/** What a client knows that was given a state, and then events. */
export class KnownState {
  #state: State;
  readonly #untold: Set<string>;
  readonly #channelsWithUnknownPast = new Set<number>();
  readonly #registration: Registration;

  constructor(before: object, { unless = [], ...how }: Omit<Comparison, "compared"> = {}) {
    this.#state = before as State;
    this.#untold = new Set<string>([...ENVELOPE, ...fieldsWithoutEvents, ...unless]);
    this.#registration = { ...registration, ...how };
  }

  apply(event: ReceivedEvent): void {
    for (const field of fieldsNotInEvent(this.#state, event)) this.#untold.add(field);
    for (const id of channelsWithUnknownPast(event)) this.#channelsWithUnknownPast.add(id);
    this.#state = apply(this.#state, event, this.#registration);
  }

  /** Throws unless this equals the state of a new client. */
  assertSame(who: string, after: object, compared: Comparison["compared"] = (state) => state): void {
    const [known, told] = [this.#state, after as State].map((state) =>
      compared(withoutPast(state, this.#channelsWithUnknownPast)),
    ) as [object, object];
    const names = new Set([...Object.keys(known), ...Object.keys(told)]);
    const differing = [...names].filter(
      (name) => !this.#untold.has(name) && !isDeepStrictEqual(at(known, name), at(told, name)),
    );
    // Only what differs: the whole of a snapshot would hide it.
    for (const name of differing) {
      assert.deepEqual(at(known, name), at(told, name), `${who}: ${name} before + events = ${name} after`);
    }
  }
}

/** Proves that a client that was given `before` and then `events` knows exactly what a new client is told. */
export function assertSameState(
  who: string,
  before: object,
  events: readonly ReceivedEvent[],
  after: object,
  { compared, ...how }: Comparison = {},
): void {
  const known = new KnownState(before, how);
  for (const event of events) known.apply(event);
  known.assertSame(who, after, compared);
}

/**
 * Runs `act`, and returns the events that each person received meanwhile. Proves for each of them that the state before,
 * with these events applied, is the state after. `as`: how their clients register, where it is not as usual. `unless`: fields
 * that are not compared.
 */
export async function watching(
  people: readonly Person[],
  act: () => Promise<unknown>,
  as: Parameters = {},
  { unless = [] }: Pick<Comparison, "unless"> = {},
): Promise<ReceivedEvent[][]> {
  const before = await Promise.all(people.map(async (person) => (await upToDate(person, as)) ?? person.registers(as)));
  await act();
  return Promise.all(before.map((client) => concluded(client, as, unless)));
}

/** The client that each person registered last, and how. */
const latest = new WeakMap<Person, { readonly client: Client; readonly as: Parameters }>();

/** Somebody's client of the last act, if nothing has happened since: it knows what one that registered now would be told. */
async function upToDate(person: Person, as: Parameters): Promise<Client | undefined> {
  const known = latest.get(person);
  latest.delete(person);
  if (!known || !isDeepStrictEqual(known.as, as)) return undefined;
  const { queueId: queue_id, lastEventId: last_event_id } = known.client;
  // No events at all where the queue is gone.
  const { events } = await person.get("/events", { queue_id, last_event_id, dont_block: true });
  return Array.isArray(events) && events.length === 0 ? known.client : undefined;
}

async function concluded(client: Client, as: Parameters, unless: readonly string[]): Promise<ReceivedEvent[]> {
  const after = await client.person.registers(as);
  const events = await client.eventsUpTo(after.lastEventId);
  const how = { clientGravatar: as["client_gravatar"] === true, slimPresence: as["slim_presence"] === true, unless };
  assertSameState(client.person.fullName, client.state, events, after.state, how);
  latest.set(client.person, { client: after, as });
  return events;
}
