import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import {
  apply,
  channelsWithUnknownHistory,
  fieldsNotInEvent,
  fieldsWithoutEvents,
  type Registration,
  type State,
  withoutSubscriptionHistory,
} from "@parlance/contract/state/index.ts";
import type { Parameters } from "@parlance/client";
import type { Client, TestUser, ReceivedEvent } from "./organization/test-user.ts";

const ENVELOPE_FIELDS = ["result", "msg", "status", "headers", "body"];

/** Registration parameters of clients, the same as the defaults of `registerQueue`. */
const defaultRegistration: Registration = { clientGravatar: false, includeSubscribers: true, slimPresence: false };

const fieldOf = (state: object, name: string): unknown => (state as Record<string, unknown>)[name];

interface ComparisonOptions extends Partial<Registration> {
  /** Fields that are not compared. */
  readonly ignoredFields?: readonly string[];
  /** Returns the part of a state that is compared. Default: the whole state. */
  readonly select?: (state: State) => object;
}

/** The state of a client that has received an initial state and then events. */
export class ReplayedState {
  #state: State;
  readonly #ignoredFields: Set<string>;
  readonly #channelsWithUnknownPast = new Set<number>();
  readonly #registration: Registration;

  constructor(before: object, { ignoredFields = [], ...how }: Omit<ComparisonOptions, "select"> = {}) {
    this.#state = before as State;
    this.#ignoredFields = new Set<string>([...ENVELOPE_FIELDS, ...fieldsWithoutEvents, ...ignoredFields]);
    this.#registration = { ...defaultRegistration, ...how };
  }

  get state(): State {
    return this.#state;
  }

  apply(event: ReceivedEvent): void {
    for (const field of fieldsNotInEvent(this.#state, event)) this.#ignoredFields.add(field);
    for (const id of channelsWithUnknownHistory(event)) this.#channelsWithUnknownPast.add(id);
    this.#state = apply(this.#state, event, this.#registration);
  }

  /** Throws unless this state equals the initial state of a new client. */
  assertSame(who: string, after: object, compared: ComparisonOptions["select"] = (state) => state): void {
    const [known, updated] = [this.#state, after as State].map((state) =>
      compared(withoutSubscriptionHistory(state, this.#channelsWithUnknownPast)),
    ) as [object, object];
    const names = new Set([...Object.keys(known), ...Object.keys(updated)]);
    const differing = [...names].filter(
      (name) => !this.#ignoredFields.has(name) && !isDeepStrictEqual(fieldOf(known, name), fieldOf(updated, name)),
    );
    // Show only the fields that differ, because the difference would be hard to find in the whole state.
    for (const name of differing) {
      assert.deepEqual(fieldOf(known, name), fieldOf(updated, name), `${who}: ${name} before + events = ${name} after`);
    }
  }
}

/** Asserts that a client which received `before` and then `events` has exactly the same state as a new client. */
export function assertSameState(
  who: string,
  before: object,
  events: readonly ReceivedEvent[],
  after: object,
  { select, ...how }: ComparisonOptions = {},
): void {
  const known = new ReplayedState(before, how);
  for (const event of events) known.apply(event);
  known.assertSame(who, after, select);
}

/**
 * Runs `act`, and returns the events that each user received meanwhile. Asserts for each user that the state before,
 * with these events applied, equals the state after. `as`: registration parameters, if they differ from the defaults.
 * `ignoredFields`: fields that are not compared.
 */
export async function watchEvents(
  people: readonly TestUser[],
  act: () => Promise<unknown>,
  as: Parameters = {},
  { ignoredFields = [] }: Pick<ComparisonOptions, "ignoredFields"> = {},
): Promise<ReceivedEvent[][]> {
  const before = await Promise.all(
    people.map(async (person) => (await findCurrentClient(person, as)) ?? person.registerQueue(as)),
  );
  await act();
  return Promise.all(before.map((client) => assertEventsComplete(client, as, ignoredFields)));
}

/** The client that each user registered last, and its parameters. */
const latestClients = new WeakMap<TestUser, { readonly client: Client; readonly as: Parameters }>();

/**
 * Returns the user's client from the previous call, if no events have occurred since then. Its state then equals that
 * of a newly registered client.
 */
async function findCurrentClient(person: TestUser, as: Parameters): Promise<Client | undefined> {
  const known = latestClients.get(person);
  latestClients.delete(person);
  if (!known || !isDeepStrictEqual(known.as, as)) return undefined;
  const { queueId: queue_id, lastEventId: last_event_id } = known.client;
  // If the queue no longer exists, the response has no field `events`.
  const { events } = await person.get("/events", { queue_id, last_event_id, dont_block: true });
  return Array.isArray(events) && events.length === 0 ? known.client : undefined;
}

async function assertEventsComplete(
  client: Client,
  as: Parameters,
  unless: readonly string[],
): Promise<ReceivedEvent[]> {
  const after = await client.user.registerQueue(as);
  const events = await client.eventsUpTo(after.lastEventId);
  const how = {
    clientGravatar: as["client_gravatar"] === true,
    slimPresence: as["slim_presence"] === true,
    ignoredFields: unless,
  };
  assertSameState(client.user.fullName, client.state, events, after.state, how);
  latestClients.set(client.user, { client: after, as });
  return events;
}
