import assert from "node:assert/strict";
import type { Event } from "@parlance/contract/events/index.ts";
import { apply, untoldBy, untoldFields, type State } from "@parlance/contract/state/index.ts";
import type { Client, Person, ReceivedEvent } from "./person.ts";

const ENVELOPE = ["result", "msg", "status", "headers"];

/** How `registers` registers. */
const registration = { clientGravatar: false, includeSubscribers: true };

/** Proves that a client that was given `before` and then `events` knows exactly what a new client is told. */
export function assertSameState(who: string, before: object, events: readonly ReceivedEvent[], after: object): void {
  const untold = new Set<string>([...ENVELOPE, ...untoldFields]);
  let state = before as State;
  for (const received of events) {
    const event = received as unknown as Event;
    for (const field of untoldBy(state, event)) untold.add(field);
    state = apply(state, event, registration);
  }
  const told = (known: object) => Object.fromEntries(Object.entries(known).filter(([name]) => !untold.has(name)));
  assert.deepEqual(told(state), told(after), `${who}: state before + events = state after`);
}

/**
 * Runs `act`, and returns the events that each person received meanwhile. Proves for each of them that the state before,
 * with these events applied, is the state after.
 */
export async function watching(people: readonly Person[], act: () => Promise<unknown>): Promise<ReceivedEvent[][]> {
  const before = await Promise.all(people.map((person) => person.registers()));
  await act();
  return Promise.all(before.map((client) => concluded(client)));
}

async function concluded(client: Client): Promise<ReceivedEvent[]> {
  const after = await client.person.registers();
  const events = await client.eventsUpTo(after.lastEventId);
  assertSameState(client.person.fullName, client.state, events, after.state);
  return events;
}
