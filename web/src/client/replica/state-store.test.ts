import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { StateStore } from "./state-store.ts";

const registration = { clientGravatar: false, includeSubscribers: false, slimPresence: true };

const stars = (op: "add" | "remove", messages: number[]): EventBody =>
  op === "add"
    ? { type: "update_message_flags", op, operation: op, flag: "starred", messages, all: false }
    : { type: "update_message_flags", op, operation: op, flag: "starred", messages, all: false };

/** Creates a store for a state without starred messages, and a function that makes the store receive events. */
function starless() {
  const state: Partial<State> = { starred_messages: [] };
  const store = new StateStore(state as State, registration);
  let id = 0;
  const receive = (...bodies: readonly EventBody[]) =>
    store.receive(bodies.map((body) => ({ ...body, id: (id += 1) })));
  return { store, receive, starred: () => store.shown.get().starred_messages };
}

test("a pending change is shown until the server confirms it; from then on the server's state is shown, even if another page has undone the change", () => {
  const { store, receive, starred } = starless();
  store.expect([stars("add", [7, 8])]);
  assert.deepEqual(starred(), [7, 8]);
  receive(stars("add", [9]));
  assert.deepEqual(starred(), [7, 8, 9], "that was another one");
  receive(stars("add", [7, 8]), stars("remove", [7]));
  assert.deepEqual(starred(), [8, 9]);
  assert.deepEqual(store.pendingEvents, []);
});

test("if pending changes undo each other, the last one is shown until the server has confirmed it", () => {
  const { store, receive, starred } = starless();
  store.expect([stars("add", [7])]);
  store.expect([stars("remove", [7])]);
  store.expect([stars("add", [7])]);
  receive(stars("add", [7]));
  assert.deepEqual(starred(), [7]);
  receive(stars("remove", [7]));
  assert.deepEqual(starred(), [7]);
  receive(stars("add", [7]));
  assert.deepEqual(starred(), [7]);
  assert.deepEqual(store.pendingEvents, []);
});

test("a rejected change is undone", () => {
  const { store, starred } = starless();
  const revert = store.expect([stars("add", [7])]);
  revert();
  assert.deepEqual(starred(), []);
});
