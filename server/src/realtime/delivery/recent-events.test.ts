import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import { DeliverableEvent } from "./deliverable-event.ts";
import { RecentEventsMemory, RecentEvents } from "./recent-events.ts";

const MILLION = 1_000_000;
const noAudience = { audience: { realmId: 1 }, subscribers: new Set<number>(), named: new Set<number>() };

/** Creates an event with the given number of characters. */
function event(id: number, size: number): DeliverableEvent {
  const logged: LoggedEvent = { realmId: 1, id, audience: { realmId: 1 }, payload: { type: "note" }, size };
  return new DeliverableEvent(logged, { ...noAudience, except: new Set<number>() }, new Map());
}

/** Creates a log whose last events are in memory. */
function logIn(memory: RecentEventsMemory) {
  const forgotten: number[] = [];
  const recent = new RecentEvents(memory, (upTo) => forgotten.push(upTo));
  const idsAfter = (id: number) => Array.from(recent.after(id), (entry) => entry.id);
  return { recent, forgotten, idsAfter };
}

test("if a log uses too much memory, its oldest events are evicted, and the callback gets the id of the last evicted event", () => {
  const { recent, forgotten, idsAfter } = logIn(new RecentEventsMemory());
  for (let id = 1; id <= 20; id += 1) recent.push(event(id, MILLION));
  assert.deepEqual(forgotten, [1, 2, 3, 4]);
  assert.deepEqual(
    idsAfter(0),
    Array.from({ length: 16 }, (_, n) => n + 5),
  );
  assert.deepEqual(idsAfter(18), [19, 20]);
});

test("the serialized JSON variants of events count toward the memory limit", () => {
  const { recent, forgotten } = logIn(new RecentEventsMemory());
  recent.push(event(1, MILLION));
  recent.push(event(2, MILLION));
  recent.addGrowth(1, 15 * MILLION);
  assert.deepEqual(forgotten, []);
  recent.evictExcess();
  assert.deepEqual(forgotten, [1]);
  // A variant that is serialized while an evicted event is still in use does not count, because it is freed together
  // with the event.
  recent.addGrowth(1, 100 * MILLION);
  recent.evictExcess();
  assert.deepEqual(forgotten, [1]);
});

test("all logs together have a memory limit, and the largest log is evicted from first", () => {
  const memory = new RecentEventsMemory();
  const small = logIn(memory);
  small.recent.push(event(1, MILLION));
  const large = Array.from({ length: 7 }, () => logIn(memory));
  for (const { recent } of large) for (let id = 1; id <= 15; id += 1) recent.push(event(id, MILLION));
  const characters = [small, ...large].reduce((sum, { recent }) => sum + recent.characters, 0);
  assert.ok(characters <= 96 * MILLION, `${characters} characters are in memory`);
  assert.deepEqual(small.forgotten, []);
});
